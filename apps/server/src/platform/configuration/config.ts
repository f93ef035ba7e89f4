import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol } from '@spora/protocols/protocol';
import { z } from 'zod';
import { SUBSITE_MAX } from '@spora/contract/brands';
import type { DatabaseUrls } from '../database/embedded.ts';
import { type LayerSource, layersOf, OPTIONAL_LAYERS } from './map-layers.ts';
import { isSmsSender } from './sms-sender.ts';

/** The checkout; relative paths of the configuration are relative to it, whatever folder the program is started from. */
export const PROJECT_DIR = fileURLToPath(new URL('../../../../../', import.meta.url));

export const ROLES = ['gateway', 'projector', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** A port to listen on; one that was not set explicitly may give way to the next free one. */
export interface PortChoice {
  readonly port: number;
  readonly isFixed: boolean;
}

export interface Config {
  /** No database of your own: the embedded one, demo data, loopback. */
  readonly isDemo: boolean;
  /** `owner` is undefined where a process serves only and somebody else migrates. */
  readonly database:
    | { readonly kind: 'embedded' }
    | { readonly kind: 'own'; readonly urls: Omit<DatabaseUrls, 'owner'> & { readonly owner: string | undefined } };
  readonly dataDir: string;
  /** Address that HTTP and trackers' ports bind to. */
  readonly host: string;
  readonly http: PortChoice;
  /** Where trackers and phones report to, by the name of their protocol. */
  readonly trackerPorts: Readonly<Record<string, PortChoice>>;
  /** Where streams of trackers are encrypted, by the name of their protocol, and by which certificate (PEM); undefined: nowhere. */
  readonly trackerTls:
    { readonly ports: Readonly<Record<string, number>>; readonly cert: string; readonly key: string } | undefined;
  /** Metrics and health of a process without the `api` role; undefined serves none. */
  readonly healthPort: number | undefined;
  /** Where browsers reach us, without a slash at the end; undefined is `http://localhost:<port>`. */
  readonly publicUrl: string | undefined;
  /** From which addresses forwarded headers are believed; true: from whoever calls, who is the one proxy then. */
  readonly trustProxy: boolean | string;
  /** Host names of this installation and their subsites, beside those of the brands themselves. */
  readonly brandHosts: Readonly<Record<string, number>>;
  /** DEC-05: phone numbers are judged by the literal rules of the specification. */
  readonly strictPhoneRules: boolean;
  /** DEC-21: parent accounts whose members have more; empty for none. Compared as text with `ParentID`. */
  readonly parents: { readonly alertNumbers: string; readonly extraTimeZone: string };
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly metricsToken: string | undefined;
  /** A file's absolute path, `syslog://host:port` or `tls://host:port`. */
  readonly auditCopy: string | undefined;
  readonly map: {
    readonly mode: 'auto' | 'embedded' | 'online';
    readonly styleUrl: string | undefined;
    readonly darkStyleUrl: string | undefined;
    /** Path of a PMTiles file, absolute. */
    readonly pmtiles: string | undefined;
    /** What else people may choose to look at, each with its source. */
    readonly layers: readonly LayerSource[];
  };
  readonly geocoder: {
    readonly kind: 'photon' | 'nominatim' | 'none';
    readonly url: string | undefined;
    readonly requestsPerSecond: number;
  };
  /** The longest that positions are kept by this installation; older ones are set aside. */
  readonly connectionsPerAddress: number;
  readonly strangersPerAddress: number;
  readonly maxPositionMonths: number;
  /** Webhooks may call this installation's own network, and without TLS. */
  readonly webhooksMayCallPrivate: boolean;
  /** Providers of single sign-on may stand in this installation's own network, and be called without TLS. */
  readonly signOnMayCallPrivate: boolean;
  /** `local`: kept in the database and shown on the demo's mailbox page. `from`: the sender's address for every brand. */
  readonly mail:
    { readonly kind: 'smtp'; readonly url: string; readonly from: string | undefined } | { readonly kind: 'local' | 'none' };
  /** `local`: kept in the database and shown on the demo's mailbox page. */
  readonly sms: SmsSenders &
    (
      | { readonly kind: '46elks' | 'twilio'; readonly user: string; readonly password: string; readonly url: string | undefined }
      | { readonly kind: 'local' | 'none' }
    );
  /** Undefined: the demo's own, or none. */
  readonly autoplanUrl: string | undefined;
  /** `local`: kept as text messages are. */
  readonly push: 'send' | 'local';
  /** Push services may stand in private networks, and be called without TLS. */
  readonly pushMayCallPrivate: boolean;
}

/** Who text messages come from: usually, and by dial code where a country demands another. */
export interface SmsSenders {
  readonly sender: string;
  readonly senders: Readonly<Record<string, string>>;
}

export interface Setting {
  readonly name: string;
  /** As shown in the documentation. */
  readonly fallback: string;
  readonly text: string;
  readonly schema: z.ZodType<string | undefined>;
  /** It can hold a password or a key, so it may stand in a file instead, which `<name>_FILE` names. */
  readonly isSecret?: true;
}

const word = (...words: readonly string[]) => z.enum(words as [string, ...string[]]).optional();
const url = (...protocols: readonly string[]) =>
  z
    .string()
    .optional()
    .refine((value) => value === undefined || (URL.canParse(value) && protocols.includes(new URL(value).protocol)), {
      error: `must be an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    });
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .refine((value) => Number(value) >= min && Number(value) <= max, { error: `must be between ${min} and ${max}` })
    .optional();
const text = z.string().optional();
const BRAND_HOST = /^\s*([a-z0-9.-]+)=(\d+)\s*$/i;
const isBrandHost = (pair: string): boolean => Number(BRAND_HOST.exec(pair)?.[2] ?? Infinity) <= SUBSITE_MAX;
const port = whole(0, 65535);
const brandHosts = text.refine((value) => value === undefined || value.split(',').every(isBrandHost), {
  error: 'must be pairs such as fleet.example=2, divided by commas',
});

const SMS_SENDER = /^\s*(\d{1,4})=(\S+)\s*$/;
const smsSenders = text.refine(
  (value) => value === undefined || value.split(',').every((pair) => isSmsSender(SMS_SENDER.exec(pair)?.[2] ?? '')),
  { error: 'must be pairs of a dial code and a sender such as 47=+4759440000,44=Fleet, divided by commas' },
);

const TLS_SETTINGS = PROTOCOLS.flatMap((protocol: Protocol) => {
  const { name, port: of } = protocol;
  return of.tlsSetting === undefined ? [] : [{ name, setting: of.tlsSetting }];
});

/** Every environment variable the program reads. docs/operations.md shows this table; a test holds them equal. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'DATABASE_URL',
    isSecret: true,
    fallback: 'embedded',
    schema: url('postgres:', 'postgresql:'),
    text: 'Your own PostgreSQL (15 or newer), as the role `spora_owner`. Used to migrate, back up and restore; a process that only serves can do without.',
  },
  {
    name: 'DATABASE_API_URL',
    isSecret: true,
    fallback: '-',
    schema: url('postgres:', 'postgresql:'),
    text: 'The same database as `spora_api`. Required in the real mode.',
  },
  {
    name: 'DATABASE_PIPELINE_URL',
    isSecret: true,
    fallback: '-',
    schema: url('postgres:', 'postgresql:'),
    text: 'The same database as `spora_pipeline`. Required in the real mode.',
  },
  {
    name: 'DATA_DIR',
    fallback: './data',
    schema: text,
    text: 'Keys, and the embedded database. A relative path starts at the checkout.',
  },
  { name: 'HOST', fallback: 'demo: 127.0.0.1, else 0.0.0.0', schema: text, text: 'Address to bind.' },
  {
    name: 'PORT',
    fallback: '8080',
    schema: port,
    text: 'Web application and interface. A port that you set is used or refused; one that you did not set gives way to the next free one.',
  },
  ...PROTOCOLS.map((protocol) => ({
    name: protocol.port.setting,
    fallback: String(protocol.port.fallback),
    schema: port,
    text: protocol.port.text,
  })),
  ...TLS_SETTINGS.map(({ setting }) => ({
    name: setting,
    fallback: '-',
    schema: port,
    text: 'The same, encrypted (TLS 1.2 or newer), over TCP. Needs `TRACKER_TLS_CERT` and `TRACKER_TLS_KEY`.',
  })),
  {
    name: 'TRACKER_TLS_CERT',
    fallback: '-',
    schema: text,
    text: 'Path of a file with the certificate, and those above it, that trackers are shown. It is read at the start.',
  },
  { name: 'TRACKER_TLS_KEY', fallback: '-', schema: text, text: 'Path of a file with the key of that certificate.' },
  {
    name: 'HEALTH_PORT',
    fallback: '-',
    schema: port,
    text: '`/healthz`, `/readyz` and `/metrics` of a process without the role `api`.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:PORT',
    schema: url('http:', 'https:'),
    text: 'Where browsers reach Spora; links in mail begin with it, so the real mode asks for it beside `SMTP_URL`. Use https: browsers refuse encryption, and with it remembered sessions, on other plain addresses than localhost.',
  },
  {
    name: 'TRUST_PROXY',
    fallback: 'false',
    schema: text,
    text: '`true` behind one proxy that nobody can pass by; else the addresses of the proxies whose forwarded headers are believed.',
  },
  {
    name: 'BRAND_HOSTS',
    fallback: '-',
    schema: brandHosts,
    text: 'Host names and the number of the brand (its subsite) that each shows: `fleet.example=2,boats.example=3`. Any other name shows subsite 0.',
  },
  {
    name: 'STRICT_PHONE_RULES',
    fallback: 'false',
    schema: word('true', 'false'),
    text: '`true` asks for nine digits of every phone number at registration, counts a leading 0 or 46 of no number, and takes no Norwegian number that begins with 46 or 47. Without it each country has the rules of its own numbers.',
  },
  {
    name: 'ALERT_NUMBERS_PARENT_ID',
    fallback: '-',
    schema: text,
    text: 'The parent account under which administrators set alert numbers; without it nobody does.',
  },
  {
    name: 'EXTRA_TIMEZONE_PARENT_ID',
    fallback: '-',
    schema: text,
    text: 'The parent account under which the time zone Asia/Kathmandu is offered as well.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'demo: warn, else info',
    schema: word('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    text: 'trace, debug, info, warn, error or silent. JSON lines on the standard output.',
  },
  {
    name: 'METRICS_TOKEN',
    isSecret: true,
    fallback: '-',
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    text: 'Bearer token for `/metrics`; without it only loopback may read them.',
  },
  {
    name: 'AUDIT_COPY',
    fallback: '-',
    schema: text.refine((value) => value === undefined || isAbsolute(value) || /^(syslog|tls):\/\/[^/\s]+$/.test(value), {
      error: 'must be the absolute path of a file, syslog://HOST:PORT or tls://HOST:PORT',
    }),
    text: 'Where the worker copies every line of the audit log: a file, or a syslog server (RFC 5424: `syslog://host:601` over TCP, `tls://host:6514` encrypted, with a certificate that the machine or `NODE_EXTRA_CA_CERTS` trusts). The same for every worker.',
  },
  {
    name: 'MAP_MODE',
    fallback: 'auto',
    schema: word('auto', 'embedded', 'online'),
    text: '`embedded` never asks the internet for maps; `auto` falls back to the embedded map.',
  },
  {
    name: 'MAP_STYLE_URL',
    fallback: 'OpenFreeMap',
    schema: url('http:', 'https:'),
    text: 'Any MapLibre style, with its key in the address if it needs one.',
  },
  { name: 'MAP_STYLE_DARK_URL', fallback: '-', schema: url('http:', 'https:'), text: 'The same for the dark theme.' },
  {
    name: 'MAP_PMTILES',
    fallback: '-',
    schema: text,
    text: 'A PMTiles file with OpenMapTiles layers (those of Protomaps have other names) served by Spora itself.',
  },
  ...OPTIONAL_LAYERS.flatMap(({ prefix, text: what, isOverlay }) => [
    {
      name: `${prefix}_URL`,
      fallback: '-',
      schema: url('http:', 'https:'),
      text: `${what}: tiles, as \`https://tiles.example/{z}/{x}/{y}.png?key={key}\`${isOverlay ? '' : ', or a MapLibre style'}. Without it nobody is offered this.`,
    },
    {
      name: `${prefix}_ATTRIBUTION`,
      fallback: '-',
      schema: text,
      text: 'Who made them, as their terms ask; it stands on every map that shows them. Required with tiles.',
    },
    {
      name: `${prefix}_KEY`,
      isSecret: true as const,
      fallback: '-',
      schema: text,
      text: 'What `{key}` in the address stands for. Browsers are told it: limit it to your host name where the provider can.',
    },
    {
      name: `${prefix}_MAX_ZOOM`,
      fallback: '19',
      schema: whole(1, 24),
      text: 'The closest zoom that there are tiles of; closer ones are drawn from them.',
    },
  ]),
  {
    name: 'GEOCODER',
    fallback: 'auto',
    schema: word('auto', 'photon', 'nominatim', 'none'),
    text: 'Who turns positions into street addresses, which a tax log needs. It is sent positions, so it is your choice: `auto` asks the one in `GEOCODER_URL`, and nobody without one. Then the nearest place is shown, in a few towns with the street.',
  },
  {
    name: 'GEOCODER_URL',
    isSecret: true,
    fallback: 'the public server',
    schema: url('http:', 'https:'),
    text: 'Your own Photon or Nominatim; redirects are not followed.',
  },
  {
    name: 'GEOCODER_RATE',
    fallback: '1',
    schema: whole(1, 1000),
    text: 'Most requests to it per second; public servers ask for one.',
  },
  {
    name: 'CONNECTIONS_PER_ADDRESS',
    fallback: '10000',
    schema: whole(1, 1_000_000),
    text: 'Most connections that trackers and phones of one address have on a port. Those of one operator share addresses.',
  },
  {
    name: 'STRANGERS_PER_ADDRESS',
    fallback: '500',
    schema: whole(1, 1_000_000),
    text: 'Most of them that have not said who they are; of datagrams, unknown names a second. With more than half of them waiting they have 5 seconds in place of 30.',
  },
  {
    name: 'MAX_POSITION_MONTHS',
    fallback: '24',
    schema: whole(1, 120),
    text: 'The longest that any account may keep positions. Older ones are set aside on arrival and dropped.',
  },
  {
    name: 'WEBHOOKS_ALLOW_PRIVATE',
    fallback: 'false',
    schema: word('true', 'false'),
    text: '`true` lets webhooks call private networks and this machine, and without TLS. Only where every customer may reach what is there.',
  },
  {
    name: 'SIGN_ON_ALLOW_PRIVATE',
    fallback: 'false',
    schema: word('true', 'false'),
    text: '`true` lets the providers of single sign-on stand in private networks and on this machine, and be called without TLS. Only where every customer may reach what is there.',
  },
  {
    name: 'SMTP_URL',
    isSecret: true,
    fallback: '-',
    schema: url('smtp:', 'smtps:'),
    text: 'Outgoing mail: `smtps://user:password@host` (TLS, port 465) or `smtp://user:password@host:587` (STARTTLS, which must be offered except by a server on loopback; `?starttls=optional` waives that where there is no password). The real mode asks for it, or for `MAIL_MODE=none`; the demo without it keeps mail for its page `/mailbox`.',
  },
  {
    name: 'MAIL_FROM',
    fallback: "the brand's sender",
    schema: z.email('must be an e-mail address').optional(),
    text: 'The address that mail comes from, where your mail server lets only one through. Its name stays that of the brand.',
  },
  {
    name: 'MAIL_MODE',
    fallback: '-',
    schema: word('none'),
    text: '`none` runs without mail: nobody can be sent a code, warned or reset a password by mail.',
  },
  {
    name: 'SMS_PROVIDER',
    fallback: 'demo: kept for `/mailbox`, else none',
    schema: word('46elks', 'twilio', 'none'),
    text: 'Who sends text messages; it is sent telephone numbers and what alarms say. `46elks` and `twilio` ask for `SMS_USER` and `SMS_PASSWORD`.',
  },
  { name: 'SMS_USER', fallback: '-', schema: text, text: 'The API user name of 46elks, the account SID of Twilio.' },
  {
    name: 'SMS_PASSWORD',
    isSecret: true,
    fallback: '-',
    schema: text,
    text: 'The API password of 46elks, the auth token of Twilio.',
  },
  {
    name: 'SMS_URL',
    fallback: "the provider's own",
    schema: url('http:', 'https:'),
    text: 'Another address of the provider: of its region, or of your proxy.',
  },
  {
    name: 'SMS_SENDER',
    fallback: 'Spora',
    schema: text.refine((value) => value === undefined || isSmsSender(value), {
      error: 'must be 2 to 11 letters and digits that begin with a letter, or a number such as +46701234567',
    }),
    text: 'Who text messages come from: letters and digits, at most 11, or a number.',
  },
  {
    name: 'SMS_SENDERS',
    fallback: '-',
    schema: smsSenders,
    text: 'Other senders by the dial code of the receiver, where a country lets only registered ones or numbers through: `47=+4759440000,44=Fleet`.',
  },
  {
    name: 'AUTOPLAN_URL',
    fallback: 'demo: answered by the program, else none',
    schema: url('https:', 'http:'),
    text: 'Where kilometres are reported for Autoplan; it is sent registration numbers, odometers and sums of a month. Without it nobody can report.',
  },
  {
    name: 'PUSH_MODE',
    fallback: 'demo: local, else send',
    schema: word('send', 'local'),
    text: '`send` hands push to the service of each browser that asked for it, encrypted; `local` keeps it for the page `/mailbox` of the demo.',
  },
  {
    name: 'PUSH_ALLOW_PRIVATE',
    fallback: 'false',
    schema: word('true', 'false'),
    text: '`true` lets push services stand in private networks and on this machine, and be called without TLS. Only where every customer may reach what is there.',
  },
];

/** The configuration cannot be used; the message names every fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** `auto`: the one whose address is given, told apart by its name; Photon has the plainer one. No address, nobody: a position is never sent to a server that was not named. */
function geocoderOf(word: string | undefined, address: string | undefined): Config['geocoder']['kind'] {
  if (word !== undefined && word !== 'auto') return word as Config['geocoder']['kind'];
  if (address === undefined) return 'none';
  return /nominatim/i.test(address) ? 'nominatim' : 'photon';
}

/**
 * Reads and checks the environment; an empty variable counts as not set. Throws ConfigError with every fault. A command asks for
 * less than the program: on a new machine a restore comes before mail is set up.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  purpose: 'serve' | 'command' = 'serve',
): Config {
  const faults: string[] = [];
  const values: Record<string, string | undefined> = {};
  for (const { name, schema, isSecret } of SETTINGS) {
    const given = isSecret ? secretOf(env, name, faults) : env[name]?.trim();
    const parsed = schema.safeParse(given || undefined);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`);
  }
  const { DATABASE_URL: owner, DATABASE_API_URL: api, DATABASE_PIPELINE_URL: pipeline } = values;
  const isDemo = !owner && !api && !pipeline;
  if (!isDemo && purpose === 'serve') {
    if (!api) faults.push('DATABASE_API_URL is required beside your own database: the interface never serves as the owner.');
    if (!pipeline) faults.push('DATABASE_PIPELINE_URL is required beside your own database.');
    if (!values['SMTP_URL'] && values['MAIL_MODE'] !== 'none')
      faults.push('SMTP_URL is required beside your own database; MAIL_MODE=none runs without mail.');
    if (values['PUSH_MODE'] === 'local') faults.push('PUSH_MODE=local is for the demo, which shows what it keeps.');
    if (values['SMTP_URL'] && !values['PUBLIC_URL'])
      faults.push('PUBLIC_URL is required where mail is sent: without it, links to set a password would lead to localhost.');
  }
  const smsProvider = values['SMS_PROVIDER'] as 'twilio' | '46elks' | 'none' | undefined;
  if (smsProvider !== undefined && smsProvider !== 'none')
    for (const name of ['SMS_USER', 'SMS_PASSWORD'])
      if (!values[name]) faults.push(`${name} is required with SMS_PROVIDER=${smsProvider}.`);
  const pathOf = (path: string) => (isAbsolute(path) ? path : resolve(PROJECT_DIR, path));
  const trackerTls = trackerTlsOf(values, pathOf, faults);
  const layers = layersOf(values, faults);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));

  const portChoice = (name: string, fallback: number): PortChoice => ({
    port: Number(values[name] ?? fallback),
    isFixed: values[name] !== undefined,
  });
  return {
    isDemo,
    database: isDemo ? { kind: 'embedded' } : { kind: 'own', urls: { owner, api: api ?? '', pipeline: pipeline ?? '' } },
    dataDir: pathOf(values['DATA_DIR'] ?? './data'),
    host: values['HOST'] ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    http: portChoice('PORT', 8080),
    trackerPorts: Object.fromEntries(PROTOCOLS.map(({ name, port: of }) => [name, portChoice(of.setting, of.fallback)])),
    trackerTls,
    healthPort: values['HEALTH_PORT'] === undefined ? undefined : Number(values['HEALTH_PORT']),
    publicUrl: values['PUBLIC_URL']?.replace(/\/+$/, ''),
    trustProxy: trustProxyOf(values['TRUST_PROXY']),
    brandHosts: brandHostsOf(values['BRAND_HOSTS']),
    parents: {
      alertNumbers: values['ALERT_NUMBERS_PARENT_ID'] ?? '',
      extraTimeZone: values['EXTRA_TIMEZONE_PARENT_ID'] ?? '',
    },
    logLevel: (values['LOG_LEVEL'] as Config['logLevel'] | undefined) ?? (isDemo ? 'warn' : 'info'),
    metricsToken: values['METRICS_TOKEN'],
    auditCopy: values['AUDIT_COPY'],
    map: {
      mode: (values['MAP_MODE'] as Config['map']['mode'] | undefined) ?? 'auto',
      styleUrl: values['MAP_STYLE_URL'],
      darkStyleUrl: values['MAP_STYLE_DARK_URL'],
      pmtiles: values['MAP_PMTILES'] === undefined ? undefined : pathOf(values['MAP_PMTILES']),
      layers,
    },
    geocoder: {
      kind: geocoderOf(values['GEOCODER'], values['GEOCODER_URL']),
      url: values['GEOCODER_URL'],
      requestsPerSecond: Number(values['GEOCODER_RATE'] ?? 1),
    },
    connectionsPerAddress: Number(values['CONNECTIONS_PER_ADDRESS'] ?? 10_000),
    strangersPerAddress: Number(values['STRANGERS_PER_ADDRESS'] ?? 500),
    maxPositionMonths: Number(values['MAX_POSITION_MONTHS'] ?? 24),
    strictPhoneRules: values['STRICT_PHONE_RULES'] === 'true',
    webhooksMayCallPrivate: values['WEBHOOKS_ALLOW_PRIVATE'] === 'true',
    signOnMayCallPrivate: values['SIGN_ON_ALLOW_PRIVATE'] === 'true',
    mail: values['SMTP_URL']
      ? { kind: 'smtp', url: values['SMTP_URL'], from: values['MAIL_FROM'] }
      : { kind: isDemo && values['MAIL_MODE'] !== 'none' ? 'local' : 'none' },
    sms: {
      sender: values['SMS_SENDER'] ?? 'Spora',
      senders: smsSendersOf(values['SMS_SENDERS']),
      ...(smsProvider === undefined || smsProvider === 'none'
        ? { kind: isDemo && smsProvider === undefined ? ('local' as const) : ('none' as const) }
        : {
            kind: smsProvider,
            user: values['SMS_USER'] ?? '',
            password: values['SMS_PASSWORD'] ?? '',
            url: values['SMS_URL']?.replace(/\/+$/, ''),
          }),
    },
    autoplanUrl: values['AUTOPLAN_URL']?.replace(/\/+$/, ''),
    push: (values['PUSH_MODE'] as Config['push'] | undefined) ?? (isDemo ? 'local' : 'send'),
    pushMayCallPrivate: values['PUSH_ALLOW_PRIVATE'] === 'true',
  };
}

/** The setting itself, or the content of the file that `<name>_FILE` names. */
function secretOf(env: Readonly<Record<string, string | undefined>>, name: string, faults: string[]): string | undefined {
  const own = env[name]?.trim();
  const file = env[`${name}_FILE`]?.trim();
  if (!file) return own;
  if (own) faults.push(`${name} and ${name}_FILE are both set: one of them is enough.`);
  try {
    return readFileSync(isAbsolute(file) ? file : resolve(PROJECT_DIR, file), 'utf8').trim();
  } catch (error) {
    faults.push(`${name}_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return undefined;
  }
}

const trustProxyOf = (value: string | undefined): boolean | string =>
  value === undefined || value === 'false' ? false : value === 'true' ? true : value;

const brandHostsOf = (value = ''): Record<string, number> =>
  Object.fromEntries(
    value
      .split(',')
      .map((pair) => BRAND_HOST.exec(pair))
      .flatMap((match) => (match ? [[(match[1] ?? '').toLowerCase(), Number(match[2])] as const] : [])),
  );

const smsSendersOf = (value = ''): Record<string, string> =>
  Object.fromEntries(
    value
      .split(',')
      .map((pair) => SMS_SENDER.exec(pair))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : [])),
  );

/** The settings as a Markdown table, for docs/operations.md, which `--help` shows. */
export const settingsTable = (): string =>
  [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...SETTINGS.map(({ name, fallback, text }) => `| \`${name}\` | ${fallback} | ${text} |`),
  ].join('\n');

/** The certificate is read here, so that a start without it ends with a sentence. */
function trackerTlsOf(
  values: Readonly<Record<string, string | undefined>>,
  pathOf: (path: string) => string,
  faults: string[],
): Config['trackerTls'] {
  const wanted = TLS_SETTINGS.flatMap(({ name, setting }) => (values[setting] === undefined ? [] : [{ name, setting }]));
  if (wanted.length === 0) return undefined;
  const read = (name: 'TRACKER_TLS_CERT' | 'TRACKER_TLS_KEY'): string => {
    const path = values[name];
    if (path === undefined) faults.push(`${name} is required with ${wanted[0]?.setting}.`);
    else
      try {
        return readFileSync(pathOf(path), 'utf8');
      } catch {
        faults.push(`${name} names a file that cannot be read: ${pathOf(path)}.`);
      }
    return '';
  };
  const [cert, key] = [read('TRACKER_TLS_CERT'), read('TRACKER_TLS_KEY')];
  return { ports: Object.fromEntries(wanted.map(({ name, setting }) => [name, Number(values[setting])])), cert, key };
}
