import { z } from 'zod';

const tariff = z.object({
  version: z.literal(1),
  id: z.string(),
  area: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
});

/** What passages of an area cost in a span of days. Data: an administrator of the installation edits it. */
export type Tariff = Readonly<z.infer<typeof tariff>>;

export const DEFAULT_TARIFFS: readonly Tariff[] = [];

/** Reads a tariff as it is stored or was edited; throws a ZodError that names the path of what is wrong. */
export const parseTariff = (json: unknown): Tariff => tariff.parse(json);
