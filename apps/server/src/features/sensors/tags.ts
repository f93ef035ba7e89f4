import type { Sensor } from '@spora/contract/sensors/endpoints';
import { SENSOR_RANGE_M } from '@spora/contract/sensors/rules';
import type { MemberCtx } from '../../platform/ctx.ts';
import { placeAt } from '../tracking/api.ts';
import type { SensorRow } from './read-model.ts';

/**
 * BLE-019: where tags were heard last: there the unit was that heard them. Of what may not be told of the unit nothing is told of the tag
 * either; `rows` are of a moment that is told.
 */
export async function tagPlaces(ctx: MemberCtx, rows: readonly SensorRow[]): Promise<ReadonlyMap<number, Sensor['place']>> {
  const places = new Map<number, Sensor['place']>();
  const tags = rows.filter(({ kind, at, heard_imei }) => kind === 'tag' && at !== null && heard_imei !== null);
  for (const { id, at, heard_unit_id, heard_imei, heard_unit_name } of tags) {
    if (at === null || heard_unit_id === null || heard_imei === null) continue;
    const place = await placeAt(ctx, { unitId: heard_unit_id, imei: heard_imei }, at);
    const unit = { imei: heard_imei, name: heard_unit_name ?? '' };
    if (place) places.set(id, { unit, at: at.toISOString(), ...place, uncertainty_m: SENSOR_RANGE_M });
  }
  return places;
}
