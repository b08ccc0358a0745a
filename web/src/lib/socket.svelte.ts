/** A WebSocket that comes back by itself. It resends nothing: after coming back, the server's first message tells what
 * counted.
 */
import { Refused } from "./api";
import type { AnalysisMessage, AnalysisRequest, Coached, Explained, Hint, LobbyMessage, Ping, Previewed, TableMessage, TableRequest } from "./wire";
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
  resolve: (answer: Coached | Explained | Hint | Previewed | undefined) => void;
  reject: (reason: Refused) => void;
}

const QUIET = 20_000; // milliseconds without a message after which we ask whether the server is still there
const DUE = 2_000; // the same where an answer is due
const PATIENCE = 8_000; // how long it may take to connect, or to answer
const WOKEN_PATIENCE = 3_000; // how long it may take to answer once the network came or went
const FIRST_WAIT = 150;
const GROWTH = 1.6; // of the wait from try to try: nobody waits much longer than the server was away
const LONGEST_WAIT = 10_000;

declare global {
  interface Window {
    early?: { socket: WebSocket; messages: MessageEvent<string>[] } | undefined; // by public/early.js
  }
}

/** A new connection, or the one that was begun before the scripts were there, with what it has heard. */
function connected(url: string): { socket: WebSocket; messages: MessageEvent<string>[] } {
  const early = window.early;
  window.early = undefined;
  if (early?.socket.url === url && early.socket.readyState <= WebSocket.OPEN) return early;
  early?.socket.close();
  return { socket: new WebSocket(url), messages: [] };
}

export class Socket<
  M extends TableMessage | AnalysisMessage | LobbyMessage = TableMessage,
  R extends TableRequest | AnalysisRequest | Ping = TableRequest,
> {
  /** Reactive, for a sign on the page. */
  connection = $state<Connection>("connecting");
  #options: SocketOptions<M>;
  #socket: WebSocket | undefined;
  #waiting = new Map<number, Waiting>();
  #id = 0;
  #tries = 0;
  #began = 0; // when the latest try began
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions<M>) {
    this.#options = options;
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Ends with `undefined` (done) or what was explained. Throws `Refused`: what the server says against it; `offline`
   * when nothing was sent; `unsure` when the connection was lost before an answer came.
   */
  ask(request: Unnumbered<R>): Promise<Coached | Explained | Hint | Previewed | undefined> {
    const id = ++this.#id;
    if (!this.send({ ...request, id } as unknown as R)) return Promise.reject(new Refused("offline", t("common.offline")));
    if (!this.#waiting.size) this.#listen(DUE); // a connection that is dead without knowing it is found out soon
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Send something that needs no answer; says whether it was sent. */
  send(request: R | Ping): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** Make the connection anew and at once, so that `path` is asked again. */
  reconnect(): void {
    this.#drop();
    this.#tries = 0;
    if (this.connection !== "lost") this.connection = "connecting"; // what is lost stays so until it is back
    this.#connect();
  }

  /** Leave for good. */
  close(): void {
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#drop();
    this.connection = "closed";
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const { socket, messages } = connected(`${scheme}//${location.host}${this.#options.path()}`);
    this.#socket = socket;
    this.#began = Date.now();
    this.#watch = setTimeout(() => this.#giveUp(), PATIENCE);
    const opened = () => {
      this.connection = "open";
      this.#listen();
    };
    socket.onopen = opened;
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
    if (socket.readyState !== WebSocket.OPEN) return;
    queueMicrotask(() => {
      if (this.#socket !== socket) return;
      opened();
      for (const event of messages) socket.onmessage?.(event);
    });
  }

  #receive(message: M): void {
    if (message.type === "done" || message.type === "explained" || message.type === "previewed" || message.type === "hint" || message.type === "coached" || message.type === "problem") {
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

  /** Nobody answers. */
  #giveUp(): void {
    this.#drop();
    this.#again();
  }

  #again(): void {
    this.connection = "lost";
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** this.#tries);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  /** The server is there. If it falls silent, ask; if it does not answer, start over. */
  #listen(quiet = QUIET): void {
    clearTimeout(this.#watch);
    if (this.#options.pings !== false) this.#watch = setTimeout(() => this.#ping(PATIENCE), quiet);
  }

  #ping(patience: number): void {
    clearTimeout(this.#watch);
    this.send({ do: "ping", id: ++this.#id });
    this.#watch = setTimeout(() => this.#giveUp(), patience);
  }

  /** The network came or went, or the page is looked at again: see at once whether the server is there. */
  #wake = (): void => {
    if (document.visibilityState === "hidden" || this.connection === "closed") return;
    if (this.connection === "open") {
      if (this.#options.pings !== false) this.#ping(WOKEN_PATIENCE);
    } else if (this.#socket === undefined || Date.now() - this.#began > 1_000) {
      this.reconnect(); // a try from before the network was back may hang for long
    }
  };
}
