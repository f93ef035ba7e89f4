import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { brandOf } from '@spora/contract/brands';
import { announce } from '../features.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { Db } from '../platform/database/db.generated.ts';
import { createHttpAutoplan } from '../platform/autoplan/http.ts';
import { createLocalAutoplan, noAutoplan } from '../platform/autoplan/local.ts';
import { guardGeocoder } from '../platform/geocoding/guarded.ts';
import { createNearestPlace } from '../platform/geocoding/nearest-place.ts';
import { createNominatim } from '../platform/geocoding/nominatim.ts';
import { createPhoton } from '../platform/geocoding/photon.ts';
import { ownOrigins } from '../platform/http/own-origin.ts';
import { createLocalMailbox, noMailer } from '../platform/mail/local-mailbox.ts';
import { announceAll } from '../platform/live/hub.ts';
import { createSmtpMailer } from '../platform/mail/smtp.ts';
import { createPublicPost } from '../platform/network/public-network.ts';
import { createLocalPush } from '../platform/push/local-push.ts';
import { openVapidKeys } from '../platform/push/vapid-keys.ts';
import { createWebPush } from '../platform/push/web-push.ts';
import { createElksSms } from '../platform/sms/elks.ts';
import { createLocalSms, noSms } from '../platform/sms/local-sms.ts';
import { createTwilioSms } from '../platform/sms/twilio.ts';
import { readPlaces, readStreets } from '../platform/geocoding/places-data.ts';
import type { Autoplan, Geocoder, Mailer, Ports, Pusher, SmsSender } from '../platform/ports.ts';
import { openSealKeys } from '../platform/secrets/seal-keys.ts';
import { openSealWitness, WITNESS_FILE } from '../platform/secrets/seal-witness.ts';
import { dnsTextRecords } from '../platform/network/text-records.ts';
import { openSecretBox } from '../platform/secrets/secret-box.ts';

const ADAPTERS = {
  photon: { create: createPhoton, publicServer: 'https://photon.komoot.io/' },
  nominatim: { create: createNominatim, publicServer: 'https://nominatim.openstreetmap.org/' },
} as const;

/** What the adapters need beside the configuration; `pipeline` as `spora_pipeline`. */
export interface PortDeps {
  readonly pipeline: Kysely<Db>;
  readonly now: () => Date;
}

/** The real adapters, as configured. */
export const createPorts = (
  config: Pick<
    Config,
    | 'geocoder'
    | 'publicUrl'
    | 'mail'
    | 'sms'
    | 'push'
    | 'pushMayCallPrivate'
    | 'dataDir'
    | 'isDemo'
    | 'brandHosts'
    | 'autoplanUrl'
  >,
  deps: PortDeps,
): Ports => ({
  geocoder: { builtIn: createNearestPlace(readPlaces(), readStreets()), ...providerOf(config) },
  mail: mailerOf(config, deps),
  sms: smsOf(config, deps),
  push: pushOf(config, deps),
  autoplan: autoplanOf(config),
  sealKeys: openSealKeys(join(config.dataDir, 'keys'), deps.now),
  sealWitness: openSealWitness(join(config.dataDir, 'keys', WITNESS_FILE)),
  secretBox: openSecretBox(join(config.dataDir, 'keys'), deps.now),
  isOwnOrigin: ownOrigins(config),
  textRecords: dnsTextRecords,
  announce,
  live: { announce: announceAll },
});

function mailerOf({ mail }: Pick<Config, 'mail'>, { pipeline, now }: PortDeps): Mailer {
  if (mail.kind === 'smtp') return createSmtpMailer(mail.url);
  return mail.kind === 'local' ? createLocalMailbox(pipeline, now) : noMailer;
}

const SMS = { '46elks': createElksSms, twilio: createTwilioSms } as const;

function smsOf({ sms }: Pick<Config, 'sms'>, { pipeline, now }: PortDeps): SmsSender {
  if (sms.kind === 'local') return createLocalSms(pipeline, now);
  return sms.kind === '46elks' || sms.kind === 'twilio' ? SMS[sms.kind](sms) : noSms;
}

function autoplanOf({ autoplanUrl, isDemo }: Pick<Config, 'autoplanUrl' | 'isDemo'>): Autoplan {
  if (autoplanUrl !== undefined) return createHttpAutoplan({ url: autoplanUrl });
  return isDemo ? createLocalAutoplan() : noAutoplan;
}

function pushOf(
  { push, pushMayCallPrivate, publicUrl, dataDir }: Pick<Config, 'push' | 'pushMayCallPrivate' | 'publicUrl' | 'dataDir'>,
  { pipeline, now }: PortDeps,
): Pusher {
  const keys = openVapidKeys(join(dataDir, 'keys'), now);
  if (push === 'local') return createLocalPush(pipeline, keys, now);
  // RFC 8292 lets it be either; services want one that somebody reads.
  const subject = publicUrl?.startsWith('https:') ? publicUrl : `mailto:${brandOf(0).supportMail}`;
  return createWebPush({ keys, subject, post: createPublicPost({ mayCallPrivate: pushMayCallPrivate }) });
}

function providerOf({ geocoder, publicUrl }: Pick<Config, 'geocoder' | 'publicUrl'>): { provider?: Geocoder } {
  if (geocoder.kind === 'none') return {};
  const { create, publicServer } = ADAPTERS[geocoder.kind];
  // The public servers ask to be told who calls.
  const userAgent = `Spora/0.1${publicUrl ? ` (+${publicUrl})` : ''}`;
  const adapter = create(geocoder.url ?? publicServer, { userAgent, timeoutMs: 5_000 });
  const { requestsPerSecond } = geocoder;
  return {
    provider: guardGeocoder(adapter, { callsPerSecond: requestsPerSecond, burst: Math.max(2, requestsPerSecond), now: Date.now }),
  };
}
