// The connection to the playground: it comes back by itself after the server was away.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 2000;

export class Live {
  /** `hear` gets every piece of news, `turn` whether the connection is there. */
  constructor(hear, turn) {
    this.hear = hear;
    this.turn = turn;
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  connect() {
    const as = new URLSearchParams(location.search).get("as");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/live${as ? `?as=${encodeURIComponent(as)}` : ""}`);
    this.socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.turn(true);
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.turn(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 1.6, LONGEST_PAUSE);
    };
  }

  /** Ask for something; false where nobody can hear it just now. */
  ask(what, fields = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ do: what, ...fields }));
    return true;
  }
}
