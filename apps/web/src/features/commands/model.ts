import type { MessageKey } from '@spora/messages/keys';
import type { Command, EcoThresholds, IoData } from '@spora/contract/commands/endpoints';
import { ECO_SPEED_MAX_KMH, ECO_THRESHOLD_MS2, PULSE_MAX_S } from '@spora/contract/limits';

export type Output = IoData['outputs'][number];
export type Input = IoData['inputs'][number];

/** A change that is neither done nor over. */
export const isPending = (command: Pick<Command, 'state'> | null): boolean =>
  command?.state === 'waiting' || command?.state === 'sent';

/** OUT-010: the wishes to offer: the other state, or both as long as the state is not known. */
export const wishesOf = (output: Pick<Output, 'is_on'>): readonly boolean[] =>
  output.is_on === null ? [true, false] : [!output.is_on];

/** OUT-003, OUT-008: a wish that a person has to confirm before it is sent. */
export const asksFirst = (output: Pick<Output, 'dangerous_wish' | 'needs_confirmation'>, wish: boolean): boolean =>
  output.needs_confirmation || output.dangerous_wish === wish;

/** The refusals that a person can answer by confirming: the state was another than the one shown. */
export const CONFIRMABLE: readonly MessageKey[] = ['DeviceDidNotConfirm', 'ConfirmSwitch', 'UnitMoving', 'OutputInPrivateUse'];

export const TONES = {
  waiting: 'information',
  sent: 'information',
  queued: 'information',
  acknowledged: 'success',
  failed: 'danger',
  'timed-out': 'warning',
  expired: 'warning',
  withdrawn: 'plain',
} as const satisfies Record<Command['state'], string>;

/** Seconds as typed: null for nothing, undefined for what is no pulse. */
export function readPulse(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return seconds >= 1 && seconds <= PULSE_MAX_S ? seconds : undefined;
}

/** Eco-driving thresholds as they stand in their fields. */
export interface EcoForm {
  readonly isOn: boolean;
  readonly acceleration: string;
  readonly braking: string;
  readonly cornering: string;
  readonly maxSpeed: string;
}
export type EcoField = Exclude<keyof EcoForm, 'isOn'>;

/** The vendor's own values, for a unit that was never sent any. */
const USUAL: EcoThresholds = {
  is_on: true,
  acceleration_ms2: 2.5,
  braking_ms2: 2.7,
  cornering_ms2: 3.4,
  max_speed_kmh: null,
};

/** What a unit is told to have that was never sent any. */
export const NO_THRESHOLDS = {
  is_on: null,
  acceleration_ms2: null,
  braking_ms2: null,
  cornering_ms2: null,
  max_speed_kmh: null,
} as const satisfies Record<keyof EcoThresholds, null>;

export function ecoFormOf(thresholds: EcoThresholds | null, decimalSign: string): EcoForm {
  const values = thresholds ?? USUAL;
  const text = (value: number | null): string => (value === null ? '' : String(value).replace('.', decimalSign));
  return {
    isOn: values.is_on,
    acceleration: text(values.acceleration_ms2),
    braking: text(values.braking_ms2),
    cornering: text(values.cornering_ms2),
    maxSpeed: text(values.max_speed_kmh),
  };
}

const numberOf = (text: string): number => (/^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : NaN);

/** The form as it is sent, or what is wrong with which field. */
export function readEco(form: EcoForm): { thresholds: EcoThresholds } | { faults: Partial<Record<EcoField, MessageKey>> } {
  const faults: Partial<Record<EcoField, MessageKey>> = {};
  const threshold = (field: EcoField): number => {
    const value = numberOf(form[field]);
    if (!(value >= ECO_THRESHOLD_MS2.min && value <= ECO_THRESHOLD_MS2.max)) faults[field] = 'EcoThreshold';
    return value;
  };
  const thresholds = {
    is_on: form.isOn,
    acceleration_ms2: threshold('acceleration'),
    braking_ms2: threshold('braking'),
    cornering_ms2: threshold('cornering'),
    max_speed_kmh: form.maxSpeed.trim() === '' ? null : numberOf(form.maxSpeed),
  };
  const speed = thresholds.max_speed_kmh;
  if (speed !== null && !(Number.isInteger(speed) && speed >= 1 && speed <= ECO_SPEED_MAX_KMH)) faults.maxSpeed = 'EcoSpeed';
  return Object.keys(faults).length > 0 ? { faults } : { thresholds };
}
