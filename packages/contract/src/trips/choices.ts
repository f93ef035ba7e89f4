import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei } from '../fields.ts';

/** TRIP-022: where a suggested purpose is from, the likeliest first: trips between the same two places, one's own, the account's. */
export const PURPOSE_SOURCES = ['same-ends', 'own', 'account'] as const;

export const listPurposes = defineEndpoint({
  id: 'trips.purposes',
  kind: 'json',
  access: 'user',
  summary: 'Purposes to choose from, the likeliest first (API-064)',
  query: z.object({
    imei: imei.optional(),
    /** What was written of trips between the same two places comes first. */
    trip_id: id.optional(),
  }),
  data: z.object({ purposes: z.array(z.object({ text: z.string(), source: z.enum(PURPOSE_SOURCES) })) }),
  errors: ['UnitNotFound', 'TripNotFound'],
});

const driver = z.object({ id: z.number().int(), name: z.string() });
export type Driver = z.output<typeof driver>;

export const listDrivers = defineEndpoint({
  id: 'trips.drivers',
  kind: 'json',
  access: 'user',
  summary: 'Who may have driven: the people with access to a unit, or to any that one sees (API-069)',
  query: z.object({ imei: imei.optional() }),
  data: z.object({ drivers: z.array(driver) }),
  errors: ['UnitNotFound'],
});

export const listProjects = defineEndpoint({
  id: 'trips.projects',
  kind: 'json',
  access: 'user',
  summary: 'The projects of units and trips (API-073)',
  data: z.object({ projects: z.array(z.string()) }),
});

/** TRIP-018: what the log can be narrowed to, as far as the member sees it. */
export const filterChoices = defineEndpoint({
  id: 'trips.filter-choices',
  kind: 'json',
  access: 'user',
  summary: 'What the filters of the log offer',
  data: z.object({
    drivers: z.array(driver),
    departments: z.array(z.string()),
    tags: z.array(z.string()),
    projects: z.array(z.string()),
    places: z.array(z.object({ id: z.number().int(), label: z.string() })),
  }),
});
