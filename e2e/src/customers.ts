import { pathOf } from '@spora/contract/paths';
import type { RegistrationBody } from '@spora/contract/registration/endpoints';
import { createTrackerClient, type TrackerClient } from '@spora/simulator/tracker-client';
import { randomOf } from '@spora/simulator/random';
import type { PositionRecord } from '@spora/telemetry/record';
import { expect } from '@playwright/test';
import { product, type Credentials } from './people.ts';

/** Who takes which tracker of the stock: each can be registered once. */
const SHELF = ['sweden', 'norway', 'united-kingdom', 'legacy', 'two-factor', 'lock-out', 'company'] as const;
export type Customer = (typeof SHELF)[number];

export function imeiOf(customer: Customer): string {
  const imei = product.stock[SHELF.indexOf(customer)];
  if (!imei) throw new Error('the start told of too few IMEIs');
  return imei;
}

/** Nobody's name is in it. */
const PASSWORD = 'Harbour-light-7';
export const credentialsOf = (customer: Customer): Credentials => ({
  email: `${customer}@newcomers.example`,
  password: PASSWORD,
});

/** A customer without the screens, for journeys that begin after registration. */
export async function register(customer: Customer): Promise<Credentials> {
  const { email, password } = credentialsOf(customer);
  const body: RegistrationBody = {
    Imei: imeiOf(customer),
    fullName: 'Tove Ny',
    contactPerson: 'Tove',
    companyName: 'Nyby Bud',
    personal_org_number: '556000-0003',
    acc_company_phone: '556000-0003',
    address: 'Storgatan 1',
    city: 'Nyby',
    zipCode: '11122',
    country: 'se',
    countryDialCode: '46',
    phone: '+46701234567',
    reseller: 'Hamnradio',
    terms: true,
    userName: email,
    userPassword: password,
    userPassword_confirmation: password,
    is_private_account: 0,
    lang: 'sv',
  };
  const answer = await fetch(product.url + pathOf('registration.register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect({ status: answer.status, body: answer.ok ? '' : await answer.text() }).toEqual({ status: 200, body: '' });
  return { email, password };
}

export interface Tracker extends Pick<TrackerClient, 'close' | 'connect' | 'drained'> {
  /** What the server has said to it so far. */
  readonly told: readonly string[];
  /** On a street of Gothenburg, so many metres east of its beginning. */
  readonly drive: (metres: number, speedKmh: number) => Promise<void>;
}

/** A tracker with that number, which connects over a real socket; refused, it soon tries again. */
export function trackerWith(imei: string): Tracker {
  const told: string[] = [];
  const client = createTrackerClient({
    host: '127.0.0.1',
    port: product.trackerPort,
    imei,
    transport: 'tcp',
    order: 'oldest-first',
    random: randomOf(imei),
    retryMs: 10,
    onEvent: ({ kind }) => told.push(kind),
  });
  return {
    told,
    connect: () => client.connect(),
    close: () => client.close(),
    drained: (timeoutMs) => client.drained(timeoutMs),
    drive: (metres, speedKmh) => {
      client.report(driving(metres, speedKmh));
      return client.drained(10_000);
    },
  };
}

/** 1e-7 degrees of longitude in a metre at that latitude. */
const E7_PER_METRE = 167;

const driving = (metres: number, speedKmh: number): PositionRecord => ({
  timeMs: Date.now(),
  latE7: 577_000_000,
  lonE7: 119_600_000 + metres * E7_PER_METRE,
  altitudeM: 12,
  headingDeg: 90,
  satellites: 11,
  speedKmh,
  priority: 0,
  eventId: 0,
  io: [
    { id: 239, width: 1, value: 1 },
    { id: 240, width: 1, value: 1 },
  ],
});
