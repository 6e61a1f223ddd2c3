"""The Lambda's handler in several processes of one machine, as Lambda runs it in several containers.

    async with running(4, environment, log) as pool:     # from infra.local.handlers.pool
        answer = await pool.post("/", headers, body)     # as through the Function URL
        answer = await pool.post("/event", {}, event)    # any event, as JSON

A request goes to a free process and waits while there is none; a process handles one event at a time. Whoever dies is
replaced, and all end with the process that started them, however that ends.
"""
