import { type Answered, type AskedOf, startAnsweringServer } from './answering-server.ts';

/** How the service treats a vehicle; `lost` registers and never answers. */
export type Treatment =
  | 'registers'
  | 'lost'
  | 'service-car'
  | 'unknown-vehicle'
  | 'no-registration-number'
  | 'names-none'
  | 'names-another'
  | 'window-closed'
  | 'fails';

/** A local server that speaks what `docs/decisions/0071-autoplan.md` says of the service, and remembers what was registered. */
export async function startAutoplanService({ user, password }: { readonly user: string; readonly password: string }) {
  const treatments = new Map<string, Treatment>();
  /** By vehicle and month: how often it was registered, and how many kilometres. */
  const registered = new Map<string, { times: number; km: number }>();
  const answer = (asked: AskedOf): Answered => {
    const json = (status: number, body: object): Answered => ({ status, body: JSON.stringify(body) });
    if (asked.headers.authorization !== `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`) return json(401, {});
    if (asked.path === '/v1/customer') return json(200, { customer: user });
    const [, plate = '', month = ''] = /^\/v1\/vehicles\/([^/]+)\/months\/([\d-]+)$/.exec(asked.path) ?? [];
    const key = `${plate} ${month}`;
    const there = registered.get(key);
    const told = (km: number) => json(200, { registration_number: plate, registered_km: km });
    if (asked.method === 'GET') return there ? told(there.km) : json(404, {});
    if (there) return json(409, { code: 'already-reported' });
    const treatment = treatments.get(plate) ?? 'registers';
    if (treatment === 'fails') return json(503, {});
    if (treatment === 'names-none') return json(200, { registered_km: 1 });
    if (treatment === 'names-another') return json(200, { registration_number: 'XXX999', registered_km: 1 });
    if (treatment !== 'registers' && treatment !== 'lost') return json(422, { code: treatment });
    const body = JSON.parse(asked.body.toString()) as { business_km: number; private_km: number };
    const km = body.business_km + body.private_km;
    registered.set(key, { times: (registered.get(key)?.times ?? 0) + 1, km });
    return treatment === 'lost' ? 'cut' : told(km);
  };
  const server = await startAnsweringServer(answer);
  return { ...server, treatments, registered };
}
