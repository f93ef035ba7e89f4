import { COUNTRIES } from '@spora/contract/countries';
import { WIZARD_KEPT_S } from '@spora/contract/limits';
import { storedItem } from '../../lib/storage.ts';
import { EMPTY, type WizardValues } from './wizard-values.ts';

/** DEC-62: everything but the passwords. */
type Kept = Omit<WizardValues, 'password' | 'passwordAgain'>;
interface Saved {
  readonly at: number;
  readonly values: Kept;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isKept(value: unknown): value is Kept {
  if (!isRecord(value)) return false;
  const { kind, country, addressCountry, paymentType, approved, hasAcceptedTerms, ...texts } = value;
  return (
    (kind === 'company' || kind === 'private') &&
    COUNTRIES.some((each) => each.code === country) &&
    (addressCountry === '' || COUNTRIES.some((each) => each.code === addressCountry)) &&
    (paymentType === null || Number.isInteger(paymentType)) &&
    typeof hasAcceptedTerms === 'boolean' &&
    isRecord(approved) &&
    typeof approved['imei'] === 'string' &&
    typeof approved['email'] === 'string' &&
    Object.values(texts).every((text) => typeof text === 'string')
  );
}

const isSaved = (value: unknown): value is Saved => isRecord(value) && typeof value['at'] === 'number' && isKept(value['values']);

const stored = storedItem('registrationWizard', 1, isSaved);

/** What somebody has begun within the last thirty days (WIZ-027, WIZ-028); older progress is forgotten. */
export function readProgress(now: number): WizardValues | null {
  const saved = stored.read();
  if (!saved) return null;
  if (now - saved.at <= WIZARD_KEPT_S * 1000) return { ...EMPTY, ...saved.values };
  stored.clear();
  return null;
}

export function saveProgress(values: WizardValues, now: number): void {
  const { password: _password, passwordAgain: _again, ...kept } = values;
  if (kept.kind !== null) stored.write({ at: now, values: kept });
}

/** WIZ-003, WIZ-029. */
export const clearProgress = (): void => stored.clear();
