import { countryOf } from '@spora/contract/countries';
import { IMEI_LENGTH } from '@spora/contract/limits';
import { faultsOf } from './faults.ts';
import { emailOf, STEPS, type FieldName, type Step, type WizardValues } from './wizard-values.ts';

type Branch = Pick<WizardValues, 'kind' | 'country'>;

export const needsPersonalNumber = ({ kind, country }: Branch): boolean =>
  kind === 'private' && countryOf(country).needsPersonalNumber;

/** The steps that this customer goes through (WIZ-011); until the kind is chosen, those that everybody has. */
export function pathOf(values: Branch): readonly Step[] {
  const isCompany = values.kind === 'company';
  return STEPS.filter((step) => {
    if (step === 'companyName' || step === 'organizationNumber') return isCompany;
    if (step === 'personalNumber') return needsPersonalNumber(values);
    return true;
  });
}

/** What the server still has to be asked when the person goes on from a step. */
export function unapproved(step: Step, values: WizardValues): 'imei' | 'email' | null {
  if (step === 'imei' && values.approved.imei !== values.imei) return 'imei';
  if (step === 'email' && values.approved.email !== emailOf(values)) return 'email';
  return null;
}

export function isFilled(step: Step, values: WizardValues, today: Date): boolean {
  if (step === 'address' && values.addressCountry !== values.country) return false;
  return Object.keys(faultsOf(step, values, today)).length === 0 && unapproved(step, values) === null;
}

/** The first step that lacks something: as far as one can go (WIZ-023, WIZ-028). */
export function furthestStep(values: WizardValues, today: Date): Step {
  return pathOf(values).find((step) => step !== 'reviewInfo' && !isFilled(step, values, today)) ?? 'reviewInfo';
}

export function isReachable(step: Step, values: WizardValues, today: Date): boolean {
  const path = pathOf(values);
  const place = path.indexOf(step);
  return place !== -1 && place <= path.indexOf(furthestStep(values, today));
}

/** The step that an address means: itself if it can be reached, else the furthest. */
export function stepOf(wanted: string | null, values: WizardValues, today: Date): Step {
  const step = STEPS.find((each) => each === wanted);
  return step && isReachable(step, values, today) ? step : furthestStep(values, today);
}

/** The step after one that is filled; never past one that is not, such as a personal number after the country was changed. */
export function stepAfter(step: Step, values: WizardValues, today: Date): Step {
  const path = pathOf(values);
  const next = path[path.indexOf(step) + 1] ?? step;
  return isReachable(next, values, today) ? next : furthestStep(values, today);
}

/** Null before the first: there one goes back to the sign-in page. */
export function stepBefore(step: Step, values: WizardValues): Step | null {
  const path = pathOf(values);
  return path[path.indexOf(step) - 1] ?? null;
}

export type DotState = 'done' | 'current' | 'open' | 'locked';
export interface Dot {
  readonly step: Step;
  readonly state: DotState;
}

/** WIZ-023, WIZ-024: only the steps of this path; `open` is one that can be gone to but still lacks something. */
export function dotsOf(current: Step, values: WizardValues, today: Date): readonly Dot[] {
  const path = pathOf(values);
  const furthest = path.indexOf(furthestStep(values, today));
  return path.map((step, place) => ({
    step,
    state: step === current ? 'current' : place < furthest ? 'done' : place === furthest ? 'open' : 'locked',
  }));
}

/** The steps that hold a field; the payload's faults lead back to them (WIZ-030). */
export const STEP_OF_FIELD: Readonly<Record<FieldName, Step>> = {
  kind: 'welcome',
  country: 'selectCountry',
  addressCountry: 'address',
  imei: 'imei',
  reseller: 'reseller',
  comment: 'reseller',
  companyName: 'companyName',
  firstName: 'name',
  lastName: 'name',
  email: 'email',
  orgNumber: 'organizationNumber',
  personalNumber: 'personalNumber',
  street: 'address',
  postalCode: 'address',
  city: 'address',
  phone: 'phoneNumber',
  password: 'password',
  passwordAgain: 'password',
  paymentType: 'reviewInfo',
  hasAcceptedTerms: 'reviewInfo',
};

/** The digits of an IMEI in whatever was typed, pasted or read by the camera (REG-006): the first run of fifteen, else what fits. */
export function cleanImei(text: string): string {
  return imeiIn(text) ?? text.replace(/\D/g, '').slice(0, IMEI_LENGTH);
}

/** The IMEI in a label's code, which may hold more than that (`IMEI:350...;ICCID:...`); null when there is none. */
export function imeiIn(text: string): string | null {
  const joined = text.replace(/(?<=\d)[\s./-](?=\d)/g, '');
  return /(?<!\d)\d{15}(?!\d)/.exec(joined)?.[0] ?? null;
}

/** What is kept of a pasted phone number: an international prefix with the chosen dial code goes, as the field shows it already. */
export function cleanPhone(text: string, dialCode: string): string {
  const spaced = text.replace(/[^\d+\s-]/g, ' ').replace(/ {2,}/g, ' ');
  const compact = spaced.replace(/^\s+/, '');
  for (const prefix of [`+${dialCode}`, `00${dialCode}`])
    if (compact.startsWith(prefix)) return compact.slice(prefix.length).replace(/^[\s-]+/, '');
  return compact.replace(/\+/g, '');
}
