import type { IoMeaning } from '../avl/meaning.ts';
import { PLAIN_IO } from '../avl/plain.ts';

const ON = { form: 'boolean' } as const;
const MILLIVOLTS = { per: 1000, unit: 'V', none: [0xffff] } as const;
/** 2001 to 2004: no sensor, or none that can be read. */
const WIRED = { signed: true, per: 10, unit: '°C', range: [-550, 1250], as: 'wiredTemperatureC' } as const;
const MOST_SIGNAL = 31;
/** J1939: above it stands what is not a value. */
const MOST_PART = 250;

/**
 * What the vendor's ids mean. Source: "FMIO list" and the appendix of the FM manual 4.0 as public decoders and their
 * captures confirm them (open-source server Traccar; voltages, odometer and signal against the records of real trackers).
 */
export const MEANINGS: readonly IoMeaning[] = [
  { id: 2, name: 'Digital input 1', ...ON, as: 'input1' },
  { id: 3, name: 'Digital input 2', ...ON, as: 'input2' },
  { id: 4, name: 'Digital input 3', ...ON, as: 'input3' },
  { id: PLAIN_IO.ignition, name: 'Ignition (digital input 4)', ...ON, as: 'ignition' },
  { id: 6, name: 'Modem temperature', signed: true, unit: '°C' },
  { id: 7, name: 'Time' },
  { id: 8, name: 'Distance' },
  { id: 9, name: 'Course' },
  { id: 22, name: 'Analog input 1', ...MILLIVOLTS, as: 'analogInput1V' },
  { id: 23, name: 'Analog input 2', ...MILLIVOLTS, as: 'analogInput2V' },
  {
    id: 27,
    name: 'GSM signal',
    range: [0, MOST_SIGNAL],
    read: (raw) => Math.round((raw * 5) / MOST_SIGNAL),
    as: 'gsmSignal',
  },
  { id: 28, name: 'Profile' },
  { id: 29, name: 'Power supply voltage', ...MILLIVOLTS, as: 'externalVoltageV' },
  { id: 30, name: 'Battery voltage', ...MILLIVOLTS, as: 'batteryVoltageV' },
  { id: 32, name: 'Board temperature', signed: true, unit: '°C' },
  { id: 34, name: 'iButton', form: 'hex', as: 'iButton' },
  { id: 65, name: 'Virtual odometer', unit: 'm', as: 'odometerM' },
  { id: 74, name: 'Temperature sensor 4', ...WIRED, slot: 3 },
  { id: 78, name: 'Temperature sensor 1', ...WIRED, slot: 0 },
  { id: 79, name: 'Temperature sensor 2', ...WIRED, slot: 1 },
  { id: 80, name: 'Temperature sensor 3', ...WIRED, slot: 2 },
  { id: 88, name: 'GSM jamming', ...ON, as: 'jamming' },
  { id: 94, name: 'Engine speed (OBD)', per: 4, unit: 'rpm', as: 'engineRpm' },
  { id: 95, name: 'Vehicle speed (OBD)', unit: 'km/h', as: 'vehicleSpeedKmh' },
  { id: 96, name: 'Coolant temperature (OBD)', read: (raw) => raw - 40, unit: '°C', as: 'engineTemperatureC' },
  { id: 98, name: 'Fuel level (OBD)', times: 100, per: 255, unit: '%', as: 'fuelLevelPct' },
  { id: 100, name: 'Fuel rate (OBD)', per: 20, unit: 'l/h', as: 'fuelRateLPerH' },
  { id: 107, name: 'Time since the engine started (OBD)', unit: 's', as: 'engineTimeS' },
  { id: 114, name: 'Vehicle distance (CAN)', times: 5, unit: 'm', as: 'canOdometerM' },
  { id: 115, name: 'Coolant temperature (CAN)', read: (raw) => raw - 40, unit: '°C', range: [0, MOST_PART] },
  { id: 150, name: 'GSM operator', as: 'gsmOperator' },
  { id: 170, name: 'Battery current', unit: 'mA' },
  { id: 173, name: 'Movement', ...ON, as: 'movement' },
  { id: 197, name: 'Engine speed (CAN)', per: 8, unit: 'rpm' },
  { id: 205, name: 'Fuel level in litres (CAN)', unit: 'l', as: 'fuelLevelL' },
  { id: 207, name: 'Fuel level (CAN)', times: 2, per: 5, unit: '%', range: [0, MOST_PART] },
  { id: 208, name: 'Fuel used (CAN)', per: 2, unit: 'l', as: 'fuelUsedL' },
  { id: 409, name: 'Ignition, as the tracker judges it', ...ON, as: 'ignition' },
  { id: 410, name: 'Towing', ...ON, as: 'towing' },
  { id: 645, name: 'Vehicle distance (OBD)', times: 1000, unit: 'm', as: 'obdOdometerM' },
  { id: PLAIN_IO.hdop, name: 'HDOP', per: 10, as: 'hdop' },
];
