import { HOUR_MS } from '@spora/calendar/durations';
import { contactExpectedBy } from '../../../core/fleet/shown-state.ts';

/** A garage or a tunnel is no lost contact, however often a unit reports on its way. */
export const SILENT_AT_LEAST_MS = HOUR_MS;

/** The job looks each minute: after five without a look the installation was down, and nobody listened. */
export const NOBODY_LISTENED_MS = HOUR_MS / 12;

/** ALARM-030: when a unit that stays silent has been lost, by its own way of reporting. */
export const lostAtMs = (lastContactMs: number, reportIntervalS: number): number =>
  Math.max(contactExpectedBy(lastContactMs, reportIntervalS), lastContactMs + SILENT_AT_LEAST_MS);
