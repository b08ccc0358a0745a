/** A page's place at a table: the connection, what is known, and everything that can be asked. */

import { untrack } from "svelte";
import { ensureNamed } from "../account/me.svelte";
import { ArtCache } from "../board/artCache.svelte";
import { get, Refused, sentenceOf } from "../lib/api";
import { language, theme } from "../lib/settings.svelte";
import { Socket, type Unnumbered } from "../lib/socket.svelte";
import type { Declined, OfferKind, SeatInfo, TableMessage, TableRequest } from "../lib/wire";
import { t } from "../lib/words.svelte";
import { toast } from "../ui/toasts.svelte";
import { hear, heard } from "./coaching";
import { type Action, NOTHING, reduce, seatAt, type TableState } from "./state";
import { nameOf } from "./status";

/** Tell the server whenever somebody chooses another language or theme. Called while a page is made. */
export function followSettings(session: Session): void {
  let preferred = `${language()} ${theme()}`;
  $effect(() => {
    const wanted = `${language()} ${theme()}`;
    if (wanted === preferred) return;
    preferred = wanted;
    untrack(() => session.prefer());
  });
}

export class Session {
  state = $state.raw<TableState>(NOTHING);
  readonly artCache = new ArtCache();
  readonly socket: Socket;
  flipped = $state(false); // the board is shown from the other side
  #asked = 0;
  #coached: unknown; // the moves after which a coach was asked last
  #onceThere: Unnumbered<TableRequest> | null = null; // what to ask as soon as we are there

  constructor(readonly id: string) {
    this.socket = new Socket({ path: () => this.#path(), onmessage: (message) => this.#receive(message) });
  }

  close(): void {
    this.socket.close();
  }

  #path(): string {
    const query = new URLSearchParams({ lang: language(), theme: theme() });
    if (this.flipped) query.set("flipped", "1");
    if (this.artCache.newest) query.set("ground", this.artCache.newest);
    return `/ws/tables/${encodeURIComponent(this.id)}?${query}`;
  }

  #receive(message: TableMessage): void {
    if ("picture" in message) this.artCache.take(message.picture);
    this.dispatch(message);
    if (message.type === "declined") this.#tellDeclined(message);
    if (message.type === "answered") toast(t("plan.played"));
    if (message.type === "problem" && message.code === "removed") toast(message.sentence, { kind: "problem" });
    if (this.state.torn) this.socket.reconnect();
    if (message.type === "welcome" && this.#onceThere) {
      const request = this.#onceThere;
      this.#onceThere = null;
      void this.ask(request);
    }
  }

  #tellDeclined({ kind, seat }: Declined): void {
    const seats = this.state.table?.seats ?? [];
    toast(t(`table.declined_${kind}`, { name: nameOf(seatAt(seats, seat), seats) }));
  }

  dispatch(action: Action): void {
    this.state = reduce(this.state, action, performance.now());
  }

  /** Ask for something; what the server says against it is shown. True if it was done. */
  async ask(request: Unnumbered<TableRequest>): Promise<boolean> {
    try {
      const answer = await this.socket.ask(request);
      if (answer) this.dispatch(answer);
      return true;
    } catch (error) {
      this.#refuse(error, 0);
      return false;
    }
  }

  async step(step: string): Promise<void> {
    const { table, steps } = this.state;
    if (!table) return;
    const pending = { id: --this.#asked, seat: table.seat, step, number: steps.length };
    this.dispatch({ type: "asked", pending });
    try {
      await this.socket.ask({ do: "step", seat: pending.seat, step, number: pending.number });
      this.dispatch({ type: "done", id: pending.id });
    } catch (error) {
      // Whether a step counted whose answer did not come is known when the connection is back.
      if (!(error instanceof Refused && error.code === "unsure")) this.#refuse(error, pending.id);
    }
  }

  #refuse(error: unknown, id: number): void {
    const known = error instanceof Refused ? error : null;
    if (known?.code === "unsure" && !id) return;
    const { code, clause, page, rule } = known ?? { code: "broken", clause: "", page: "", rule: "" };
    this.dispatch({ type: "problem", id, sentence: sentenceOf(error), code, clause, page, rule });
  }

  /** Clicks that make no step: why not? */
  explain(clicks: string[]): void {
    const seat = this.state.table?.viewer ?? -1;
    if (seat >= 0) void this.ask({ do: "explain", seat, clicks });
  }

  /** Ask a computer what it would do. */
  async hint(): Promise<void> {
    const seat = this.state.table?.viewer ?? -1;
    if (seat >= 0) await this.ask({ do: "hint", seat });
  }

  /** Ask what a coach says to the position, once; nobody need know if there is no answer. */
  coach(): void {
    const { table, steps } = this.state;
    if (!table || table.viewer < 0 || this.#coached === steps) return;
    this.#coached = steps;
    void this.socket.ask({ do: "coach", seat: table.viewer, heard: heard(table.game) }).then(
      (answer) => {
        const since = this.state.steps.slice(steps.length);
        const late = this.state.steps.length < steps.length || since.some(({ seat }) => seat !== table.seat);
        if (answer?.type !== "coached" || late || this.state.coached) return;
        if (answer.kind === "phase") hear(table.game, answer.key);
        this.dispatch(answer);
      },
      () => {},
    );
  }

  /** Ask what the steps would do that these clicks have begun; nobody need know if there is no answer. */
  preview(clicks: string[]): void {
    const seat = this.state.table?.viewer ?? -1;
    if (seat < 0) return;
    void this.socket.ask({ do: "preview", seat, clicks }).then(
      (answer) => {
        if (answer?.type === "previewed") this.artCache.add(answer.art);
        if (answer) this.dispatch(answer);
      },
      () => {},
    );
  }

  undo(whole: boolean): void {
    const { table, steps } = this.state;
    if (table) void this.ask({ do: "undo", seat: this.seat, number: steps.length, whole });
  }

  offer(kind: OfferKind): void {
    void this.ask({ do: "offer", seat: this.seat, kind });
  }

  /** Sit down; somebody without a name gets one first, and is then known to the server by a new connection. */
  async sit(seat = -1): Promise<void> {
    const before = this.state.table;
    try {
      const known = before?.seats.some((seatInfo) => seatInfo.yours) ?? false;
      if (!known) await ensureNamed();
    } catch (error) {
      this.#refuse(error, 0);
      return;
    }
    this.#onceThere = { do: "sit", seat };
    this.socket.reconnect();
  }

  /** Tell the server language and theme, if they changed since the connection was made. */
  prefer(): void {
    if (this.state.table) void this.ask({ do: "prefer", locale: language(), theme: theme(), flipped: this.flipped });
  }

  /** Show the board from the other side. */
  flip(): void {
    this.flipped = !this.flipped;
    this.prefer();
  }

  /** The seats at this screen. */
  get own(): SeatInfo[] {
    return this.state.table?.seats.filter((seatInfo) => seatInfo.yours) ?? [];
  }

  /** The seat for which something is asked here: the one to act if it is ours, else our first one. */
  get seat(): number {
    const acting = seatAt(this.own, this.state.table?.seat ?? -1);
    return (acting ?? this.own[0])?.seat ?? 0;
  }

  look(number: number | null): void {
    this.dispatch({ type: "look", number });
    if (this.state.looking !== null) void this.#fetch(this.state.looking, this.state.table?.viewer ?? -1);
  }

  async #fetch(number: number, view: number): Promise<void> {
    try {
      const query = { id: this.id, number, view, theme: theme(), ground: this.artCache.newest, flipped: this.flipped };
      const frame = await get("/api/tables/{id}/frames/{number}", query);
      this.artCache.take(frame.picture);
      this.dispatch({ type: "frame", frame });
    } catch (error) {
      this.dispatch({ type: "look", number: null });
      this.#refuse(error, 0);
    }
  }
}
