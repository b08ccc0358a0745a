/** Soft clicks and tones, made on the spot. */
import { settings } from "./settings.svelte";

export type Sound = "move" | "put" | "take" | "turn" | "floor" | "your_turn" | "refused" | "over";

interface Tone {
  from: number; // hertz
  to: number;
  length: number; // seconds
  volume: number;
  shape: OscillatorType;
  after?: number;
}

const TONES: Record<Sound, Tone[]> = {
  move: [{ from: 320, to: 180, length: 0.07, volume: 0.16, shape: "triangle" }],
  put: [{ from: 230, to: 120, length: 0.1, volume: 0.22, shape: "triangle" }],
  take: [{ from: 260, to: 70, length: 0.22, volume: 0.16, shape: "sine" }],
  turn: [{ from: 420, to: 520, length: 0.08, volume: 0.1, shape: "triangle" }],
  floor: [{ from: 150, to: 90, length: 0.12, volume: 0.25, shape: "triangle" }],
  refused: [{ from: 150, to: 130, length: 0.12, volume: 0.12, shape: "sine" }],
  your_turn: [
    { from: 523, to: 523, length: 0.16, volume: 0.09, shape: "sine" },
    { from: 784, to: 784, length: 0.28, volume: 0.08, shape: "sine", after: 0.13 },
  ],
  over: [
    { from: 392, to: 392, length: 0.25, volume: 0.09, shape: "sine" },
    { from: 523, to: 523, length: 0.25, volume: 0.09, shape: "sine", after: 0.18 },
    { from: 659, to: 659, length: 0.5, volume: 0.08, shape: "sine", after: 0.36 },
  ],
};

let context: AudioContext | undefined;

/** Nothing is heard before the first click on the page: browsers want it so. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of TONES[sound]) ring(context, tone);
}

function ring(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + (tone.after ?? 0);
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = tone.shape;
  oscillator.frequency.setValueAtTime(tone.from, start);
  oscillator.frequency.exponentialRampToValueAtTime(tone.to, start + tone.length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(tone.volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + tone.length + 0.02);
}
