import {
  addSensor,
  disableBluetooth,
  enableBluetooth,
  getUnitBluetooth,
  listPairedSensors,
  listSensors,
  listSensorUnits,
  listSensorTags,
  listUnpairedSensors,
  pairSensor,
  removeSensor,
  saveSensor,
  saveUnitBluetooth,
  sensorReadings,
  unpairSensor,
} from '@spora/contract/sensors/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as pairing from './pairing.ts';
import { readReadings } from './readings.ts';
import * as service from './service.ts';
import { readBluetooth, switchBluetooth } from './unit-bluetooth.ts';

/** Binds Bluetooth sensors: what they are, which unit hears them, and what they told. */
export function registerSensorsRoutes(mount: Mount): void {
  mount(listSensors, (ctx) => service.listSensors(ctx));
  mount(listSensorTags, (ctx) => service.listTags(ctx));
  mount(listPairedSensors, (ctx) => service.listPaired(ctx));
  mount(listUnpairedSensors, (ctx) => service.listUnpaired(ctx));
  mount(listSensorUnits, (ctx) => service.listUnits(ctx));
  mount(addSensor, (ctx, input) => service.addSensor(ctx, input));
  mount(saveSensor, (ctx, input) => service.saveSensor(ctx, input));
  mount(removeSensor, (ctx, { params }) => service.removeSensor(ctx, params.id));
  mount(sensorReadings, (ctx, input) => readReadings(ctx, input));
  mount(pairSensor, (ctx, input) => pairing.pairSensor(ctx, input));
  mount(unpairSensor, (ctx, input) => pairing.unpairSensor(ctx, input));
  mount(getUnitBluetooth, (ctx, { params }) => readBluetooth(ctx, params.imei));
  mount(saveUnitBluetooth, (ctx, { params, body }) =>
    switchBluetooth(ctx, params.imei, { isOn: body.is_on, isConfirmed: body.confirm }),
  );
  mount(enableBluetooth, (ctx, { params }) => switchBluetooth(ctx, params.imei, { isOn: true, isConfirmed: true }));
  mount(disableBluetooth, (ctx, { params, body }) =>
    switchBluetooth(ctx, params.imei, { isOn: false, isConfirmed: body.confirm }),
  );
}
