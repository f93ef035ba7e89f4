import { BODY_SAMPLES } from '@spora/contract/body-samples';
import type { PathId } from '@spora/contract/paths';

/** Where a schema stands that has a name. */
export const SHAPE_REFERENCE = '#/components/schemas/';
export type NamedSchemas = Readonly<Record<string, Schema>>;

/** What is read here of a schema of OpenAPI 3.1. */
export interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  /** What the contract itself shows as one. */
  readonly examples?: readonly unknown[];
}

/** Values by which one sees what a field is. */
const NAMED_SAMPLES: Readonly<Record<string, unknown>> = {
  imei: '356307042441013',
  imeis: ['356307042441013'],
  unit_name: 'Van 4',
  registration_number: 'ABC 123',
  full_name: 'Anna Berg',
  from: '2026-11-01',
  to: '2026-11-30',
  month: '2026-11',
  day: '2026-11-23',
  lat: 59.3293,
  lng: 18.0686,
  distance_m: 12_400,
  duration_s: 1_260,
  speed_kmh: 48,
  no_position_reason: null,
  consumption_per_10km: 0.62,
  co2_g_per_km: 142,
  address: 'Storgatan 12, Solna',
  unit_id: 17,
  currency: 'SEK',
  time_zone: 'Europe/Stockholm',
  colour: '#0b6375',
  start_date: '2026-12-01 08:00:00',
  end_date: '2026-12-01 16:00:00',
  name: 'Warehouse',
  label: 'Warehouse',
  caption: 'Front',
  recipient: 'Insurance company',
  customer_id: '10482',
  location_in_car: 'Under the dashboard',
  station_id: 'se-stockholm/skanstullsbron',
  stolen_from: 'Storgatan 12, Solna',
  circumstances: 'Gone from the yard in the morning',
  owner_name: 'Anna Berg',
  owner_phone: '+46 8 123 45 67',
  police_station: 'Solna',
  police_report_number: '5000-K1234-26',
  claim_number: '2026-5512',
  purpose: 'Delivery',
  note: 'Tank is full',
  reason: 'Wrong driver',
  code: '7c1e0f5a9b3d4e6288a0c2d4e6f80912',
  mac: 'AC:23:3F:A1:4B:07',
  tag: '0100001A2B3C4D5E',
  radius: 300,
  value: 45_210,
  odometer_km: 45_210,
  fuel_pct: 75,
  success: true,
};
/** The sample of a name, where it is of the kind that the schema asks for. */
function namedSample(name: string, schema: Schema): unknown {
  const sample = NAMED_SAMPLES[name];
  const kind = sample === null ? 'null' : Array.isArray(sample) ? 'array' : typeof sample;
  const kinds = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => [type ?? []].flat());
  const isFitting = kinds.includes(kind) || (kind === 'number' && Number.isInteger(sample) && kinds.includes('integer'));
  return isFitting && !schema.enum && (schema.format === undefined || schema.format === 'date') ? sample : undefined;
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  date: '2026-11-01',
  'date-time': '2026-11-01T08:00:00Z',
  email: 'name@example.com',
};

/** The body of a call as one may send it. */
export const bodySample = (operationId: string, body: Schema, named: NamedSchemas): unknown =>
  BODY_SAMPLES[operationId as PathId] ?? sampleOf(body, named);

/** Something of the right kind: what must be there, and nothing else. */
export function sampleOf(schema: Schema, named: NamedSchemas): unknown {
  if (schema.$ref) return sampleOf(named[schema.$ref.slice(SHAPE_REFERENCE.length)] ?? {}, named);
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(choices[0] ?? {}, named);
  switch ([schema.type ?? ''].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => {
          const property = schema.properties?.[name] ?? {};
          return [name, (property.examples ? undefined : namedSample(name, property)) ?? sampleOf(property, named)];
        }),
      );
    case 'array':
      return schema.items ? [sampleOf(schema.items, named)] : [];
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return SAMPLES[schema.format ?? ''] ?? '...';
  }
}
