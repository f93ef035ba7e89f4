import { useSyncExternalStore } from 'react';
import type { PreferenceBinding } from '../../../lib/preferences.ts';
import { isBoolean, storedItem } from '../../../lib/storage.ts';

const stored = storedItem('view.alarm-sound', 1, isBoolean);
const listeners = new Set<() => void>();

const isSoundOn = (): boolean => stored.read() ?? true;
export function keepSound(isOn: boolean): void {
  stored.write(isOn);
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSound = (): boolean => useSyncExternalStore(subscribe, isSoundOn);

/** ALARM-035: kept for the person, on all their browsers. */
export const alarmSound: PreferenceBinding = {
  name: 'alarm-sound',
  read: () => stored.read(),
  take: (value) => {
    if (isBoolean(value)) keepSound(value);
  },
  subscribe,
};

const TONES_HZ = [880, 660, 880] as const;
const TONE_S = 0.18;

/** Three short tones, unless they are switched off; of several tabs one plays. A browser that nobody has touched yet stays silent. */
export function playAlarmSound(): void {
  if (!isSoundOn() || !('AudioContext' in globalThis)) return;
  if (!('locks' in navigator)) return void play();
  void navigator.locks.request('spora-alarm-sound', { ifAvailable: true }, (lock) => (lock ? play() : undefined));
}

async function play(): Promise<void> {
  const audio = new AudioContext();
  try {
    const volume = audio.createGain();
    volume.gain.value = 0.2;
    volume.connect(audio.destination);
    for (const [i, hz] of TONES_HZ.entries()) {
      const tone = audio.createOscillator();
      tone.frequency.value = hz;
      tone.connect(volume);
      tone.start(audio.currentTime + i * TONE_S * 1.4);
      tone.stop(audio.currentTime + i * TONE_S * 1.4 + TONE_S);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  } finally {
    await audio.close().catch(() => undefined);
  }
}
