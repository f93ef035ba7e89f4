import type { SignInFactor } from '@spora/contract/auth/endpoints';
import { CODE_FIRST_WAIT_S, PENDING_SESSION_S } from '@spora/contract/limits';
import { openSealedBox, type SealedBox } from '../../lib/sealed-box.ts';
import { isText, storedItem, type StoredItem } from '../../lib/storage.ts';

/** A sign-in whose password was right and whose second step is still to come. */
export interface PendingSignIn {
  readonly userId: number;
  /** Opens the two code calls and nothing else. */
  readonly token: string;
  readonly username: string;
  readonly isRemembered: boolean;
  readonly startedAtMs: number;
  /** What the second step can be taken with, the first offered first. */
  readonly factors: readonly SignInFactor[];
  /** The masked address that a code went to; null before one was sent. */
  readonly sentTo: string | null;
  /** When the next code may be asked for; an end, not a rest, so that a reload continues the countdown (TFA-010). */
  readonly resendAtMs: number;
}

/** The countdown of 03:00 begins with the screen, not with the answer (TFA-009). */
export const firstResendAtMs = (nowMs: number): number => nowMs + CODE_FIRST_WAIT_S * 1000;

/** TFA-015: what the browser is compared by. Values that a browser withholds are null. */
export interface DeviceData {
  readonly userAgent: string;
  readonly hardwareConcurrency: number | null;
  readonly deviceMemory: number | null;
  readonly platform: string | null;
}
/** STORE-003. The record alone opens nothing: the server knows its token, or asks for a code (DEC-15). */
interface TrustedBrowser {
  readonly userId: number;
  readonly rememberme: boolean;
  readonly device: DeviceData;
  readonly expiresAtMs: number;
  readonly token: string;
}

export interface AuthStore {
  /** Whether something lies there to be read, so that the sign-in need not wait when nothing does. */
  hasPending(): boolean;
  readPending(): Promise<PendingSignIn | null>;
  keepPending(pending: PendingSignIn): Promise<void>;
  clearPending(): void;
  /** The server's token of this browser for that user name, or null; a stale or foreign record goes away (TFA-017). */
  deviceToken(username: string): Promise<string | null>;
  /** The same for who is signed in, whatever they typed: tells the server which of the trusted browsers this one is. */
  deviceTokenOf(userId: number): Promise<string | null>;
  trust(as: { username: string; userId: number }, token: string, expiresAtMs: number): Promise<void>;
  forgetTrust(username: string): Promise<void>;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const isPending = (value: unknown): value is PendingSignIn =>
  isFields(value) &&
  (['userId', 'startedAtMs', 'resendAtMs'] as const).every((field) => typeof value[field] === 'number') &&
  (['token', 'username'] as const).every((field) => typeof value[field] === 'string') &&
  typeof value['isRemembered'] === 'boolean' &&
  Array.isArray(value['factors']) &&
  (value['sentTo'] === null || typeof value['sentTo'] === 'string');

const isTrusted = (value: unknown): value is TrustedBrowser =>
  isFields(value) &&
  typeof value['userId'] === 'number' &&
  typeof value['rememberme'] === 'boolean' &&
  isFields(value['device']) &&
  typeof value['expiresAtMs'] === 'number' &&
  typeof value['token'] === 'string';

export function thisDevice(from: Navigator = navigator): DeviceData {
  const told = from as unknown as Fields;
  const number = (field: string): number | null => (typeof told[field] === 'number' ? told[field] : null);
  return {
    userAgent: from.userAgent,
    hardwareConcurrency: number('hardwareConcurrency'),
    deviceMemory: number('deviceMemory'),
    platform: typeof told['platform'] === 'string' ? told['platform'] : null,
  };
}

const isSameDevice = (one: DeviceData, other: DeviceData): boolean =>
  (['userAgent', 'hardwareConcurrency', 'deviceMemory', 'platform'] as const).every((field) => one[field] === other[field]);

const isUsable = (record: TrustedBrowser): boolean =>
  record.rememberme && record.expiresAtMs > Date.now() && isSameDevice(record.device, thisDevice());

/** Both lie encrypted, as the session does; a browser that offers no encryption keeps neither. */
export function createAuthStore(openBox: () => Promise<SealedBox | null> = openSealedBox): AuthStore {
  const sealedPending = storedItem('pendingSignIn', 1, isText, () => sessionStorage);
  const sealedTrust = storedItem('trustedBrowsers', 1, isText);
  let box: Promise<SealedBox | null> | null = null;
  let pendingTurn = 0;

  const readSealed = async (item: StoredItem<string>): Promise<unknown> => {
    const sealed = item.read();
    if (sealed === null) return null;
    const text = await (await (box ??= openBox()))?.open(sealed);
    try {
      if (text) return JSON.parse(text) as unknown;
    } catch {
      // Dropped below, like anything that cannot be opened.
    }
    item.clear();
    return null;
  };
  const seal = async (value: unknown): Promise<string | null> =>
    (await (await (box ??= openBox()))?.seal(JSON.stringify(value))) ?? null;

  const readTrust = async (): Promise<Record<string, TrustedBrowser>> => {
    const value = await readSealed(sealedTrust);
    if (!isFields(value)) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, TrustedBrowser] => isTrusted(entry[1])));
  };
  const writeTrust = async (records: Record<string, TrustedBrowser>): Promise<void> => {
    if (Object.keys(records).length === 0) return sealedTrust.clear();
    const sealed = await seal(records);
    if (sealed !== null) sealedTrust.write(sealed);
  };
  const keyOf = (username: string): string => username.trim().toLowerCase();
  const forgetTrust = async (username: string): Promise<void> => {
    const { [keyOf(username)]: gone, ...others } = await readTrust();
    if (gone) await writeTrust(others);
  };

  return {
    hasPending: () => sealedPending.read() !== null,
    async readPending() {
      const value = await readSealed(sealedPending);
      if (value === null) return null;
      if (isPending(value) && Date.now() - value.startedAtMs < PENDING_SESSION_S * 1000) return value;
      sealedPending.clear();
      return null;
    },
    async keepPending(pending) {
      const turn = (pendingTurn += 1);
      const sealed = await seal(pending);
      // It may have been cleared or replaced while it was being sealed.
      if (sealed !== null && turn === pendingTurn) sealedPending.write(sealed);
    },
    clearPending() {
      pendingTurn += 1;
      sealedPending.clear();
    },
    async deviceToken(username) {
      const record = (await readTrust())[keyOf(username)];
      if (!record) return null;
      if (isUsable(record)) return record.token;
      await forgetTrust(username);
      return null;
    },
    async deviceTokenOf(userId) {
      const record = Object.values(await readTrust()).find((each) => each.userId === userId && isUsable(each));
      return record?.token ?? null;
    },
    async trust({ username, userId }, token, expiresAtMs) {
      const record: TrustedBrowser = { userId, rememberme: true, device: thisDevice(), expiresAtMs, token };
      await writeTrust({ ...(await readTrust()), [keyOf(username)]: record });
    },
    forgetTrust,
  };
}

/** The one of the running page. */
export const authStore = createAuthStore();
