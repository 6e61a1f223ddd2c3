"""A Bot API server for one machine that behaves as Telegram is known to behave.

Build a world, serve it, act as people:

    world = World("1000001:local", "setgram_bot")        # or World(limits=Limits().scaled(0.01)) where a test waits
    uvicorn.run(app(world), host="127.0.0.1", port=8081)  # Bot(token, base_url="http://127.0.0.1:8081/bot")

    ana, ben = world.add_person("Ana"), world.add_person("Ben")
    chat = world.make_group("Friends", [ana, ben])        # the first owns it; the bot is let in
    feed = world.subscribe(ana)                           # async for event in feed: message, edited, deleted, answer
    world.say(ana, chat.id, "/newgame")
    press = world.press(ben, chat.id, message_id, 0)      # a button's index, or any data
    answer = await press                                  # Answer(text, alert), or None: it expired

Everything runs on one event loop; people act in the server's own process. `app(world)` also brings the updates to the
webhook that the bot sets; `delivering(world)` does only that. `world.photo(file_id)` are a picture's bytes.
`world.snapshot()` is the whole state as JSON values, `world.restore(snapshot)` goes on from it, and `world.changes`
tells whether there is anything new to write down.

Without sockets, for a simulation: `methods.call(world, method, parameters, files)` is one call of the bot,
`Delivery(world, poster).run()` brings updates through any `Poster`, and `World(clock=...)` takes any `Clock`.

What Telegram does and no public source tells exactly is decided on the strict side: lengths count UTF-16 units, an edit
that changes nothing spends a group's budget, a muted bot cannot edit, a keyboard too wide is refused.
"""

from infra.local.bot_api.limits import Limits
from infra.local.bot_api.world import World

__all__ = ["Limits", "World"]
