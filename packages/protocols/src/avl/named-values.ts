/**
 * What a record says besides its position, named and scaled. A value that the tracker did not send, or sent as one of
 * its "no value" numbers, is absent (in lists: null), never zero.
 */
export interface NamedValues {
  ignition?: boolean;
  movement?: boolean;
  instantMovement?: boolean;
  /** The tracker's own total; what a person reads on the dashboard is `obdOdometerM` or `canOdometerM`. */
  odometerM?: number;
  tripOdometerM?: number;
  canOdometerM?: number;
  countedMileageM?: number;
  obdOdometerM?: number;
  externalVoltageV?: number;
  batteryVoltageV?: number;
  batteryCurrentA?: number;
  batteryPct?: number;
  charging?: boolean;
  /** External power is gone: somebody cut the cable, or the unit's battery is off. */
  unplugged?: boolean;
  gnssStatus?: 'off' | 'fix' | 'no-fix' | 'sleep';
  hdop?: number;
  pdop?: number;
  /** Radius of likely error; only phones say it. */
  accuracyM?: number;
  /** 0 to 5 bars. */
  gsmSignal?: number;
  gsmOperator?: number;
  dataMode?: 'home-stop' | 'home-moving' | 'roaming-stop' | 'roaming-moving' | 'unknown-stop' | 'unknown-moving';
  sleepMode?: 'none' | 'gps' | 'deep' | 'online' | 'ultra';
  tripEvent?: 'stop' | 'start' | 'business' | 'private';
  privateMode?: boolean;
  input1?: boolean;
  input2?: boolean;
  input3?: boolean;
  input4?: boolean;
  analogInput1V?: number;
  analogInput2V?: number;
  output1?: boolean;
  output2?: boolean;
  output3?: boolean;
  towing?: boolean;
  crash?: number;
  jamming?: boolean;
  idling?: boolean;
  /** Speed when overspeeding began or ended. */
  overspeedKmh?: number;
  greenDriving?: 'acceleration' | 'braking' | 'cornering';
  /** g of acceleration and braking; g or rad of cornering, as the tracker is set. */
  greenDrivingValue?: number;
  greenDrivingMs?: number;
  ecoScore?: number;
  autoGeofence?: boolean;
  alarm?: boolean;
  alcoholPermille?: number;
  /** 16 hexadecimal digits as sent; the vendor's tools may print the bytes in reverse. */
  iButton?: string;
  rfid?: string;
  /** A driver's Bluetooth card, read by a reader of the tracker's. */
  bleRfid?: string;
  driverName?: string;
  vehicleSpeedKmh?: number;
  engineRpm?: number;
  engineLoadPct?: number;
  engineTemperatureC?: number;
  engineTimeS?: number;
  ignitionOnS?: number;
  faultCount?: number;
  faultCodes?: string;
  vin?: string;
  fuelLevelPct?: number;
  fuelLevelL?: number;
  fuelUsedL?: number;
  fuelRateLPerH?: number;
  /** Estimated from the driving, not measured. */
  estimatedFuelUsedL?: number;
  doorsMask?: number;
  /** Wired (Dallas) sensors, by their place. */
  wiredTemperatureC?: (number | null)[];
  /** Bluetooth sensors, by their place. */
  temperatureC?: (number | null)[];
  humidityPct?: (number | null)[];
  sensorBatteryPct?: (number | null)[];
  sensorBatteryV?: (number | null)[];
  sensorBatteryLow?: (number | null)[];
  /** 1 or 0 as sent; which of them means "open" is each sensor's setting. */
  magnet?: (number | null)[];
  magnetCount?: (number | null)[];
  sensorMovement?: (number | null)[];
  sensorMovementCount?: (number | null)[];
  sensorPitchDeg?: (number | null)[];
  sensorRollDeg?: (number | null)[];
  /**
   * Identifiers of Bluetooth beacons that were heard, upper-case hexadecimal: a MAC address of 12 digits, namespace and instance of
   * Eddystone (32), UUID, major and minor of an iBeacon (40), or what else the tracker was set to read.
   */
  beacons?: string[];
}

export type NamedKey = keyof NamedValues;

/** All keys are there from the beginning: one hidden class for every record makes naming several times faster. */
export const emptyValues = (): { [K in NamedKey]: NamedValues[K] } => ({
  ignition: undefined,
  movement: undefined,
  instantMovement: undefined,
  odometerM: undefined,
  tripOdometerM: undefined,
  canOdometerM: undefined,
  countedMileageM: undefined,
  obdOdometerM: undefined,
  externalVoltageV: undefined,
  batteryVoltageV: undefined,
  batteryCurrentA: undefined,
  batteryPct: undefined,
  charging: undefined,
  unplugged: undefined,
  gnssStatus: undefined,
  hdop: undefined,
  pdop: undefined,
  accuracyM: undefined,
  gsmSignal: undefined,
  gsmOperator: undefined,
  dataMode: undefined,
  sleepMode: undefined,
  tripEvent: undefined,
  privateMode: undefined,
  input1: undefined,
  input2: undefined,
  input3: undefined,
  input4: undefined,
  analogInput1V: undefined,
  analogInput2V: undefined,
  output1: undefined,
  output2: undefined,
  output3: undefined,
  towing: undefined,
  crash: undefined,
  jamming: undefined,
  idling: undefined,
  overspeedKmh: undefined,
  greenDriving: undefined,
  greenDrivingValue: undefined,
  greenDrivingMs: undefined,
  ecoScore: undefined,
  autoGeofence: undefined,
  alarm: undefined,
  alcoholPermille: undefined,
  iButton: undefined,
  rfid: undefined,
  bleRfid: undefined,
  driverName: undefined,
  vehicleSpeedKmh: undefined,
  engineRpm: undefined,
  engineLoadPct: undefined,
  engineTemperatureC: undefined,
  engineTimeS: undefined,
  ignitionOnS: undefined,
  faultCount: undefined,
  faultCodes: undefined,
  vin: undefined,
  fuelLevelPct: undefined,
  fuelLevelL: undefined,
  fuelUsedL: undefined,
  fuelRateLPerH: undefined,
  estimatedFuelUsedL: undefined,
  doorsMask: undefined,
  wiredTemperatureC: undefined,
  temperatureC: undefined,
  humidityPct: undefined,
  sensorBatteryPct: undefined,
  sensorBatteryV: undefined,
  sensorBatteryLow: undefined,
  magnet: undefined,
  magnetCount: undefined,
  sensorMovement: undefined,
  sensorMovementCount: undefined,
  sensorPitchDeg: undefined,
  sensorRollDeg: undefined,
  beacons: undefined,
});
