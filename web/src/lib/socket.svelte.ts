/** A WebSocket that comes back by itself. It resends nothing: after coming back, the server's first message tells what
 * counted.
 */
import { Refused } from "./api";
import type { AnalysisMessage, AnalysisRequest, Explained, Hint, Ping, Previewed, TableMessage, TableRequest } from "./wire";
import { t } from "./words.svelte";

/** `closed` is for good: we left, or the server will not have us (close codes 4400 to 4499). */
export type Connection = "connecting" | "open" | "lost" | "closed";

/** A request as its sender writes it; the socket adds the `id`: `{ do: "step", seat, step, number }`. */
export type Unnumbered<R> = R extends unknown ? Omit<R, "id"> : never;

export interface SocketOptions<M> {
  /** The path with its query, made anew for every connection. */
  path: () => string;
  onmessage: (message: M) => void;
  /** Whether the server answers pings; a silent connection is then given up and made anew. */
  pings?: boolean;
}

interface Waiting {
  resolve: (answer: Explained | Hint | Previewed | undefined) => void;
  reject: (reason: Refused) => void;
}

const QUIET = 20_000; // milliseconds without a message after which we ask whether the server is still there
const PATIENCE = 8_000; // how long it may take to answer
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

export class Socket<
  M extends TableMessage | AnalysisMessage = TableMessage,
  R extends TableRequest | AnalysisRequest = TableRequest,
> {
  /** Reactive, for a sign on the page. */
  connection = $state<Connection>("connecting");
  #options: SocketOptions<M>;
  #socket: WebSocket | undefined;
  #waiting = new Map<number, Waiting>();
  #id = 0;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions<M>) {
    this.#options = options;
    window.addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Ends with `undefined` (done) or what was explained. Throws `Refused`: what the server says against it; `offline`
   * when nothing was sent; `unsure` when the connection was lost before an answer came.
   */
  ask(request: Unnumbered<R>): Promise<Explained | Hint | Previewed | undefined> {
    const id = ++this.#id;
    if (!this.send({ ...request, id } as unknown as R)) return Promise.reject(new Refused("offline", t("common.offline")));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Send something that needs no answer; says whether it was sent. */
  send(request: R | Ping): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** Make the connection anew, so that `path` is asked again. */
  reconnect(): void {
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  /** Leave for good. */
  close(): void {
    window.removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#drop();
    this.connection = "closed";
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#options.path()}`);
    this.#socket = socket;
    this.connection = this.#tries ? "lost" : "connecting";
    socket.onopen = () => {
      this.connection = "open";
      this.#listen();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#tries = 0;
      this.#listen();
      this.#receive(JSON.parse(event.data) as M);
    };
    socket.onclose = (event: CloseEvent) => {
      this.#drop();
      if (event.code >= 4400 && event.code < 4500) this.close();
      else this.#again();
    };
  }

  #receive(message: M): void {
    if (message.type === "done" || message.type === "explained" || message.type === "previewed" || message.type === "hint" || message.type === "problem") {
      const asked = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "problem")
        asked?.reject(new Refused(message.code, message.sentence, message.clause, message.page, 0, message.rule));
      else asked?.resolve(message.type === "done" ? undefined : message);
      if (asked) return;
    }
    if (message.type !== "pong") this.#options.onmessage(message);
  }

  /** Forget this connection; whatever was asked and not answered may or may not have counted. */
  #drop(): void {
    clearTimeout(this.#watch);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of open) one.reject(new Refused("unsure", t("common.unsure")));
  }

  #again(): void {
    this.connection = "lost";
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  /** The server is there. If it falls silent, ask; if it does not answer, start over. */
  #listen(): void {
    clearTimeout(this.#watch);
    if (this.#options.pings !== false) this.#watch = setTimeout(() => this.#ping(), QUIET);
  }

  #ping(): void {
    clearTimeout(this.#watch);
    this.send({ do: "ping", id: ++this.#id });
    this.#watch = setTimeout(() => {
      this.#drop();
      this.#again();
    }, PATIENCE);
  }

  /** The network or the tab is back. */
  #wake = (): void => {
    if (document.visibilityState === "hidden" || this.connection === "closed") return;
    if (this.connection === "open") {
      if (this.#options.pings !== false) this.#ping();
    } else if (this.#socket === undefined) {
      this.#tries = 0;
      this.#connect();
    }
  };
}
