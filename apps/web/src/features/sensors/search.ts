import type { Sensor } from '@spora/contract/sensors/endpoints';
import { finder } from '../../lib/names.ts';
import { searchedWords } from '../../lib/search-text.ts';

/** What the address holds of the list; what is as usual is left out. */
export interface SensorsSearch {
  readonly q?: string;
}

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readSensorsSearch(raw: Record<string, unknown>): SensorsSearch {
  const q = searchedWords(raw['q']);
  return q ? { q } : {};
}

/** BLE-012: those whose name, unit or address is like it; an address as it stands on the sensor, with its signs or without. */
export function foundSensors(sensors: readonly Sensor[], q: string): readonly Sensor[] {
  if (q.trim() === '') return sensors;
  const isFound = finder(q);
  const isOfAddress = finder(q.replaceAll(/[:-]/g, ''));
  return sensors.filter(({ name, mac, unit }) => isFound(name, mac, unit?.name) || isOfAddress(mac.replaceAll(':', '')));
}
