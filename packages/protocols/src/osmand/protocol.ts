import type { Protocol } from '../protocol.ts';
import { PHONE_MEANINGS } from './meanings.ts';
import { encodeOsmandQuery, encodeTraccarClientBody, MAX_REQUEST_BYTES, parseOsmandRequest } from './requests.ts';

/** Free phone applications: OsmAnd, Traccar Client and others of the same protocol over HTTP. */
export const OSMAND = {
  name: 'osmand',
  title: 'Phones (OsmAnd protocol)',
  port: { setting: 'PHONE_PORT', fallback: 5055, text: 'Phone applications (OsmAnd protocol over HTTP).' },
  knownBy: 'phone-id',
  transports: [
    {
      kind: 'http',
      maxRequestBytes: MAX_REQUEST_BYTES,
      parse: parseOsmandRequest,
      device: {
        dialects: ['osmand-query', 'traccar-json'],
        encodePosition: (name, record, dialect) =>
          dialect === 'traccar-json'
            ? { body: encodeTraccarClientBody(record, name), contentType: 'application/json' }
            : { query: encodeOsmandQuery(record, name) },
      },
    },
  ],
  families: [{ name: 'phone', meanings: PHONE_MEANINGS }],
} as const satisfies Protocol;
