import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from './endpoint.ts';
import { imei, instant } from './fields.ts';
import { UNIT_NAME_MAX } from './limits.ts';

export const UNIT_KINDS = ['vehicle', 'boat', 'machine', 'sensor', 'phone'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];
export const FUEL_TYPES = ['petrol', 'diesel', 'electric', 'gas', 'other'] as const;
export const TRIP_TYPES = ['business', 'private', 'other'] as const;
export type TripType = (typeof TRIP_TYPES)[number];
/** The marker symbols of the map (MAP-006). */
export const MARKER_SYMBOLS = [
  'car',
  'van',
  'truck',
  'bus',
  'motorcycle',
  'trailer',
  'excavator',
  'boat',
  'jet',
  'tag',
  'phone',
  'dot',
] as const;
export type MarkerSymbol = (typeof MARKER_SYMBOLS)[number];

/** UNIT-001: what a screen may know of a unit. A retired unit has no `imei`. */
export const unit = z.object({
  id: z.number().int(),
  imei: z.string().nullable(),
  kind: z.enum(UNIT_KINDS),
  name: z.string(),
  registration_number: z.string().nullable(),
  colour: z.string(),
  marker_symbol: z.enum(MARKER_SYMBOLS),
  icon: z.string().nullable(),
  vehicle_type: z.string().nullable(),
  fuel_type: z.enum(FUEL_TYPES).nullable(),
  consumption_per_10km: z.number().nullable(),
  co2_g_per_km: z.number().nullable(),
  department: z.string().nullable(),
  project: z.string().nullable(),
  tags: z.array(z.string()),
  location_in_car: z.string().nullable(),
  default_trip_type: z.enum(TRIP_TYPES),
  inspection_period_months: z.number().int().nullable(),
  service_interval_km: z.number().int().nullable(),
  features: z.array(z.string()),
});
export type Unit = z.output<typeof unit>;

export const listUnits = defineEndpoint({
  id: 'units.list',
  kind: 'json',
  access: 'user',
  summary: 'The units the signed-in user may see',
  data: z.object({ units: z.array(unit) }),
});

/** ADM-029: issues a number for our side and a random id for the application. */
export const addPhone = defineEndpoint({
  id: 'units.add-phone',
  kind: 'json',
  access: 'admin',
  summary: 'Add a phone as a unit',
  body: z.object({ name: z.string().trim().min(1, msg('SpecifyName')).max(UNIT_NAME_MAX, msg('NameLength')) }),
  data: z.object({
    unit_id: z.number().int(),
    imei: z.string(),
    /** What the person types into the phone application as device identifier. */
    phone_id: z.string(),
    /** The server address the application reports to, for example `http://192.0.2.7:5055`. */
    server_url: z.string(),
    /** A link that configures applications which understand it; also what the QR code holds. */
    link: z.string(),
  }),
});

export const phoneStatus = defineEndpoint({
  id: 'units.phone-status',
  kind: 'json',
  access: 'admin',
  summary: 'Whether an added phone has reported',
  params: z.object({ imei }),
  /** A time as soon as there is a position. */
  data: z.object({ first_position_at: instant.nullable() }),
  errors: ['UnitNotFound'],
});
