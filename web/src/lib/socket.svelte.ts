/** A WebSocket that comes back by itself. It resends nothing: after coming back, the server's first message tells what counted. */
import type { Explained, Message } from "./wire";

export type Connection = "connecting" | "open" | "lost" | "closed";

/** A message for the server without its `id`: `{ do: "step", seat, step, number }`, see `asked.py`. */
export type Ask = { do: string } & Record<string, unknown>;

export interface SocketOptions {
  /** The path with its query, made anew for every connection. */
  path: () => string;
  onmessage: (message: Message) => void;
}

export class Socket {
  /** Reactive. */
  connection = $state<Connection>("connecting");
  constructor(readonly options: SocketOptions) {}
  /** Ends in `Done` or `Explained`; throws `Refused` (see `api.ts`) for a problem, with code `unsure` when the connection was lost before an answer came. */
  ask(_message: Ask): Promise<Explained | undefined> {
    throw new Error("not yet");
  }
  close(): void {}
}
