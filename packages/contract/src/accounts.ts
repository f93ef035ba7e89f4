import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** What the page needs before anyone is signed in. */
export const publicConfig = defineEndpoint({
  id: 'accounts.public-config',
  kind: 'json',
  access: 'public',
  summary: 'What the page needs before sign-in',
  data: z.object({
    subsite_id: z.number().int(),
    /** Demo sign-ins, only in the demo and only for callers on loopback. */
    demo_sign_ins: z.array(z.object({ username: z.string(), password: z.string(), note: z.string() })),
    secure_context_needed: z.boolean(),
  }),
});

export const mapProvider = z.object({
  id: z.string(),
  kind: z.enum(['embedded', 'style', 'vector', 'pmtiles']),
  /**
   * `style`: the address of a MapLibre style; `vector`: of a TileJSON with the OpenMapTiles layers, drawn in our own style
   * (OpenFreeMap); `pmtiles`: of a PMTiles file with them; `embedded`: of the folder of our own files, `/map`.
   */
  url: z.string(),
  dark_url: z.string().optional(),
  /** Asked once with a short time limit; when it does not answer, the embedded map is used. */
  probe_url: z.string().optional(),
  attribution: z.string(),
});

export const mapConfig = defineEndpoint({
  id: 'accounts.map-config',
  kind: 'json',
  access: 'public',
  summary: 'The map sources of this installation, best first',
  data: z.object({ providers: z.array(mapProvider) }),
});
export type MapProvider = z.output<typeof mapProvider>;
