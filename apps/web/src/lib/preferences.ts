import type { PreferenceName } from '@spora/contract/users/endpoints';
import { call } from './call.ts';
import type { Send } from './send.ts';
import { storedItem } from './storage.ts';

type Value = string | number | boolean | null;

/** A setting of the screens that has its own local copy; the server keeps it per user (STORE-010). */
export interface PreferenceBinding {
  readonly name: PreferenceName;
  /** Null: nothing chosen. */
  readonly read: () => Value;
  /** Takes what the server has; anything unknown is ignored. */
  readonly take: (value: unknown) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Saves one that has no local copy; null forgets it. */
export const savePreference = async (send: Send, name: PreferenceName, value: Value): Promise<void> => {
  await call(send, 'users.save-preferences', { body: { preferences: { [name]: value } } });
};

interface Unsent {
  readonly userId: number;
  readonly names: readonly string[];
}
const isUnsent = (value: unknown): value is Unsent =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Unsent).userId === 'number' &&
  Array.isArray((value as Unsent).names);
/** What was changed here and has not reached the server yet, so that it is not overruled by an older value. */
const stored = storedItem('view.preferences-unsent', 1, isUnsent);

const PATIENCE_MS = 600;

/**
 * Keeps settings in step with the server: a change counts here at once and is sent a moment later; at the start the server's
 * values are taken, except where a change is still waiting to be sent. Failures are silent: it is sent with the next change,
 * when the network is back, or at the next start. Answers how to stop.
 */
export function keepPreferences(send: Send, userId: number, bindings: readonly PreferenceBinding[]): () => void {
  const kept = stored.read();
  const unsent = new Set<string>(kept?.userId === userId ? kept.names : []);
  const known = new Map<PreferenceName, Value>(bindings.map((binding) => [binding.name, binding.read()]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const keepUnsent = (): void => (unsent.size > 0 ? stored.write({ userId, names: [...unsent] }) : stored.clear());
  const sendNow = (): void => {
    clearTimeout(timer);
    const sent = bindings.filter(({ name }) => unsent.has(name)).map(({ name, read }) => [name, read()] as const);
    if (sent.length === 0 || isStopped) return;
    call(send, 'users.save-preferences', { body: { preferences: Object.fromEntries(sent) } }).then(
      () => {
        // What changed again meanwhile is still to be sent.
        for (const [name, value] of sent) if (known.get(name) === value) unsent.delete(name);
        keepUnsent();
      },
      () => undefined,
    );
  };
  const stops = bindings.map((binding) =>
    binding.subscribe(() => {
      const value = binding.read();
      if (known.get(binding.name) === value) return;
      known.set(binding.name, value);
      unsent.add(binding.name);
      keepUnsent();
      clearTimeout(timer);
      timer = setTimeout(sendNow, PATIENCE_MS);
    }),
  );
  call(send, 'users.preferences', {}).then(
    ({ preferences }) => {
      if (isStopped) return;
      for (const binding of bindings) {
        const value = preferences[binding.name];
        if (value === undefined || value === null || unsent.has(binding.name)) continue;
        // Known before it is taken, so that taking it is no change of this person's.
        if (!Array.isArray(value)) known.set(binding.name, value);
        binding.take(value);
        known.set(binding.name, binding.read());
      }
    },
    () => undefined,
  );
  window.addEventListener('online', sendNow);
  sendNow();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', sendNow);
    for (const stop of stops) stop();
  };
}
