import { meaning, type AvlMeaning } from './meaning.ts';

const ON = { form: 'boolean' } as const;
const MILLIVOLTS = { per: 1000, unit: 'V' } as const;
const ZONE = { form: 'word', words: { 0: 'left', 1: 'entered', 2: 'overspeed-end', 3: 'overspeed-start' } } as const;

/**
 * The tracker itself: power, fix, network, inputs and outputs, what it detects. Source: the vendor's AVL tables of 75
 * models (2024). FT: its own 800 and 205, else only what A, B and C, or A and C, agree on (unverified for FT). Where
 * the vendor's table for B leaves the multiplier empty, it follows from the range.
 */
export const TRACKER_MEANINGS: readonly AvlMeaning[] = [
  meaning('ABCF', 239, 'Ignition', { ...ON, as: 'ignition' }),
  meaning('ABCF', 240, 'Movement', { ...ON, as: 'movement' }),
  meaning('ABCF', 303, 'Instant movement', { ...ON, as: 'instantMovement' }),

  meaning('ACF', 16, 'Total odometer', { unit: 'm', as: 'odometerM' }),
  meaning('B', 16, 'Total mileage (counted)', { unit: 'm', as: 'countedMileageM' }),
  meaning('B', 216, 'Total odometer', { unit: 'm', as: 'odometerM' }),
  meaning('B', 192, 'Odometer', { unit: 'm' }),
  meaning('ABCF', 199, 'Trip odometer', { unit: 'm', as: 'tripOdometerM' }),

  meaning('ABC', 66, 'External voltage', { ...MILLIVOLTS, as: 'externalVoltageV' }),
  meaning('F', 800, 'External voltage', { ...MILLIVOLTS, range: [0, 150_000], as: 'externalVoltageV' }),
  meaning('ABCF', 67, 'Battery voltage', { ...MILLIVOLTS, as: 'batteryVoltageV' }),
  meaning('ABCF', 68, 'Battery current', { per: 1000, unit: 'A', as: 'batteryCurrentA' }),
  meaning('ACF', 113, 'Battery level', { unit: '%', range: [0, 100], as: 'batteryPct' }),
  meaning('B', 113, 'Service distance', { signed: true, unit: 'km' }),
  meaning('C', 116, 'Charger connected', { ...ON, as: 'charging' }),
  meaning('ACF', 252, 'Unplug', { ...ON, as: 'unplugged' }),
  meaning('B', 252, 'Authorized driving'),

  meaning('ACF', 69, 'GNSS status', { form: 'word', words: { 0: 'off', 1: 'fix', 2: 'no-fix', 3: 'sleep' }, as: 'gnssStatus' }),
  meaning('B', 69, 'Driver 1 cumulative driving time', { unit: 'min' }),
  meaning('ABCF', 181, 'GNSS PDOP', { per: 10, as: 'pdop' }),
  meaning('ABCF', 182, 'GNSS HDOP', { per: 10, as: 'hdop' }),
  meaning('ABCF', 24, 'Speed', { unit: 'km/h' }),
  meaning('A', 387, 'ISO 6709 coordinates', { form: 'ascii' }),
  meaning('C', 387, 'ISO 6709 coordinates', { form: 'ascii' }),

  meaning('ABCF', 21, 'GSM signal', { range: [0, 5], as: 'gsmSignal' }),
  meaning('ABCF', 241, 'Active GSM operator', { as: 'gsmOperator' }),
  meaning('ABCF', 205, 'GSM cell id'),
  meaning('ABCF', 206, 'GSM area code'),
  meaning('A', 636, 'UMTS/LTE cell id'),
  meaning('C', 636, 'LTE cell id'),
  meaning('A', 237, 'Network type'),
  meaning('ACF', 11, 'ICCID 1', { form: 'hex' }),
  meaning('ACF', 14, 'ICCID 2', { form: 'hex' }),
  meaning('A', 10, 'SD status', ON),
  meaning('ACF', 263, 'BT status', { form: 'word', words: { 0: 'off', 1: 'on', 2: 'bt3', 3: 'ble', 4: 'both' } }),
  meaning('ACF', 80, 'Data mode', {
    form: 'word',
    as: 'dataMode',
    words: { 0: 'home-stop', 1: 'home-moving', 2: 'roaming-stop', 3: 'roaming-moving', 4: 'unknown-stop', 5: 'unknown-moving' },
  }),
  meaning('B', 22, 'Data mode', {
    form: 'word',
    as: 'dataMode',
    words: { 0: 'home-stop', 1: 'home-moving', 2: 'roaming-stop', 3: 'roaming-moving', 4: 'unknown-stop', 5: 'unknown-moving' },
  }),
  meaning('ABCF', 200, 'Sleep mode', {
    form: 'word',
    words: { 0: 'none', 1: 'gps', 2: 'deep', 3: 'online', 4: 'ultra' },
    as: 'sleepMode',
  }),
  meaning('A', 637, 'Wake reason'),

  meaning('ABCF', 1, 'Digital input 1', { ...ON, as: 'input1' }),
  meaning('ABCF', 2, 'Digital input 2', { ...ON, as: 'input2' }),
  meaning('ABCF', 3, 'Digital input 3', { ...ON, as: 'input3' }),
  meaning('B', 4, 'Digital input 4', { ...ON, as: 'input4' }),
  meaning('A', 4, 'Pulse counter DIN1'),
  meaning('A', 5, 'Pulse counter DIN2'),
  meaning('ABC', 9, 'Analog input 1', { ...MILLIVOLTS, as: 'analogInput1V' }),
  meaning('AC', 6, 'Analog input 2', { ...MILLIVOLTS, as: 'analogInput2V' }),
  meaning('B', 10, 'Analog input 2', { ...MILLIVOLTS, as: 'analogInput2V' }),
  meaning('B', 11, 'Analog input 3', MILLIVOLTS),
  meaning('ABCF', 179, 'Digital output 1', { ...ON, as: 'output1' }),
  meaning('ABCF', 180, 'Digital output 2', { ...ON, as: 'output2' }),
  meaning('A', 380, 'Digital output 3', { ...ON, as: 'output3' }),
  meaning('A', 381, 'Ground sense', ON),

  meaning('ABCF', 250, 'Trip', { form: 'word', words: { 0: 'stop', 1: 'start', 2: 'business', 3: 'private' }, as: 'tripEvent' }),
  meaning('A', 391, 'Private mode', { ...ON, as: 'privateMode' }),
  meaning('ABCF', 246, 'Towing', { ...ON, as: 'towing' }),
  meaning('ABCF', 247, 'Crash detection', { as: 'crash' }),
  meaning('A', 317, 'Crash event counter'),
  meaning('A', 257, 'Crash trace data', { form: 'hex' }),
  meaning('B', 257, 'Crash trace data', { form: 'hex' }),
  meaning('C', 257, 'Crash trace data', { form: 'hex' }),
  meaning('A', 383, 'AXL calibration status'),
  meaning('ABCF', 249, 'Jamming', { ...ON, as: 'jamming' }),
  meaning('ACF', 251, 'Idling', { ...ON, as: 'idling' }),
  meaning('B', 243, 'Idling', { ...ON, as: 'idling' }),
  meaning('ACF', 248, 'Immobilizer', { form: 'word', words: { 0: 'no-key', 1: 'key', 2: 'authorised-key' } }),
  meaning('B', 251, 'Immobilizer'),
  meaning('B', 248, 'Geofence zone over speeding'),
  meaning('ABCF', 255, 'Over speeding', { unit: 'km/h', as: 'overspeedKmh' }),
  meaning('ABCF', 253, 'Green driving type', {
    form: 'word',
    words: { 1: 'acceleration', 2: 'braking', 3: 'cornering' },
    as: 'greenDriving',
  }),
  meaning('ABCF', 254, 'Green driving value', { per: 100, unit: 'g or rad', as: 'greenDrivingValue' }),
  meaning('ACF', 243, 'Green driving event duration', { unit: 'ms', as: 'greenDrivingMs' }),
  meaning('AC', 15, 'Eco score', { per: 100, as: 'ecoScore' }),
  meaning('AB', 258, 'Eco maximum', { form: 'hex' }),
  meaning('ABCF', 175, 'Auto geofence', { ...ON, as: 'autoGeofence' }),
  ...[155, 156, 157, 158, 159].map((id, zone) => meaning('ABCF', id, `Geofence zone 0${zone + 1}`, ZONE)),
  meaning('AC', 192, 'Geofence zone 26', ZONE),
  meaning('AC', 216, 'Geofence zone 35', ZONE),
  meaning('ACF', 236, 'Alarm', { ...ON, as: 'alarm' }),
  meaning('C', 390, 'Power event'),
  meaning('C', 389, 'Button click', { form: 'hex' }),
  meaning('C', 403, 'Heart rate alert', { unit: '1/min' }),

  // Permille x 1000 in the upper 14 bits, the mode in the lower two.
  meaning('A', 285, 'Blood alcohol content', { unit: '‰', as: 'alcoholPermille', read: (raw) => (raw >>> 2) / 1000 }),
  meaning('ABCF', 78, 'iButton', { form: 'hex', as: 'iButton' }),
  meaning('ABF', 207, 'RFID', { form: 'hex', as: 'rfid' }),
  meaning('A', 403, 'Driver name', { form: 'ascii', as: 'driverName' }),
  meaning('A', 238, 'User id', { form: 'hex' }),
  ...(['X', 'Y', 'Z'] as const).flatMap((axis, i) => [
    meaning('AC', 17 + i, `Axis ${axis}`, { signed: true, unit: 'mg' }),
    meaning('B', 236 + i, `Axis ${axis}`, { signed: true, unit: 'mg' }),
  ]),
];
