import type { Announce } from './events/events.ts';
import type { IsOwnOrigin } from './http/own-origin.ts';
import type { Live } from './live/hub.ts';
import type { SealKeys } from './secrets/seal-keys.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { SealWitness } from './secrets/seal-witness.ts';

export interface GeoAddress {
  readonly label: string;
  readonly city?: string;
  readonly countryCode?: string;
  readonly lat: number;
  readonly lon: number;
  /** True for "near Solna" and "near Hagavägen, Stockholm": the nearest place or street, not an address. */
  readonly isApproximate: boolean;
  readonly providerId: string;
}

/** Addresses by point and by text. Real adapters: Photon, Nominatim; built in: the nearest place, in a few towns with the street. */
export interface Geocoder {
  readonly id: string;
  reverse(point: { lat: number; lon: number }, options: { language: string; signal?: AbortSignal }): Promise<GeoAddress | null>;
  search(
    text: string,
    options: { language: string; near?: { lat: number; lon: number }; limit: number; signal?: AbortSignal },
  ): Promise<GeoAddress[]>;
}

export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  /** The same at every attempt, without angle brackets: a receiver who gets it twice can know. */
  readonly messageId: string;
  /** What a mail program posts to when its reader wants no more of these (RFC 8058). */
  readonly oneClickUrl?: string;
  readonly file?: MailFile;
}

/** What a mail carries. */
export interface MailFile {
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}

/** Mail was not taken. The message names no person and holds nothing of the mail. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Trying again would not help: the recipient or the text is refused, or there is no way out at all. */
  readonly isPermanent: boolean;
  /** The mail server says that there is no such recipient. */
  readonly isRecipientRefused: boolean;
  constructor(
    message: string,
    { isPermanent, isRecipientRefused = false }: { readonly isPermanent: boolean; readonly isRecipientRefused?: boolean },
  ) {
    super(message);
    this.isPermanent = isPermanent;
    this.isRecipientRefused = isRecipientRefused;
  }
}

/** Where mail leaves. Real adapters: SMTP, the demo's local mailbox, none. */
export interface Mailer {
  /** False where no mail can leave: who depends on one says so at once instead of waiting for it. */
  readonly isAvailable: boolean;
  /** Hands one mail over, within a bounded time. Throws MailError. */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

export interface OutgoingSms {
  /** Letters and digits, or a number. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly parts: number;
  /** Where the provider tells of delivery; null where it cannot. */
  readonly reportUrl: string | null;
}

/**
 * A text message was not taken. `waits`: it certainly was not, and may be later. `unknown`: there was no answer, so it may have been.
 * `refused`: trying again would not help. `dead-number`: nor would another message to that number. The message of the error names no
 * person and no number.
 */
export class SmsError extends Error {
  override readonly name = 'SmsError';
  readonly kind: 'waits' | 'unknown' | 'refused' | 'dead-number';
  constructor(kind: SmsError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What a provider tells of a message that it took. */
export interface SmsReport {
  readonly providerId: string;
  readonly delivery: 'delivered' | 'undelivered';
  readonly isDeadNumber: boolean;
}

/** Where text messages leave. Real adapters: 46elks, Twilio, the demo's local mailbox, none. */
export interface SmsSender {
  /** As it stands in addresses. */
  readonly id: string;
  readonly isAvailable: boolean;
  /** Hands one message over, within a bounded time; answers the provider's name for it. Throws SmsError. */
  send(sms: OutgoingSms): Promise<{ readonly providerId: string | null }>;
  /** Reads the form of a delivery report; null for what is none. */
  readReport(form: URLSearchParams): SmsReport | null;
}

export type PushUrgency = 'very-low' | 'low' | 'normal' | 'high';

export interface OutgoingPush {
  readonly endpoint: string;
  /** The browser's, as its subscription has them. */
  readonly publicKey: string;
  readonly authSecret: string;
  /** Our key that the browser was given. */
  readonly vapidKey: string;
  /** JSON that the service worker reads. */
  readonly body: string;
  readonly ttlS: number;
  readonly urgency: PushUrgency;
  /** A newer one with the same topic takes the place of one that still waits. */
  readonly topic: string | null;
  /** Who it is for, where it is only kept. */
  readonly shownTo: string;
}

/** A push was not taken. `gone`: the subscription is no more. The other kinds as those of `SmsError`. */
export class PushError extends Error {
  override readonly name = 'PushError';
  readonly kind: 'waits' | 'unknown' | 'refused' | 'gone';
  constructor(kind: PushError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Where push to browsers leaves. Real adapters: web push (RFC 8030), the demo's local mailbox. */
export interface Pusher {
  /** The key that browsers are given, and its id. */
  publicKey(): Promise<{ readonly id: string; readonly key: string }>;
  /** Hands one message to a push service, within a bounded time. Throws PushError. */
  send(push: OutgoingPush): Promise<void>;
}

/** The records of a domain could not be asked for; whether it has any is unknown. */
export class TextRecordsError extends Error {
  override readonly name = 'TextRecordsError';
  constructor(options?: ErrorOptions) {
    super('the TXT records of a domain were not answered', options);
  }
}

/** What stands in the TXT records of a name. Real adapter: the machine's name servers. */
export interface TextRecords {
  /** Empty where there are none. Throws TextRecordsError. */
  of(name: string): Promise<readonly string[]>;
}

/** Who an account is to Autoplan. */
export interface AutoplanCustomer {
  readonly customerId: string;
  readonly secret: string;
}

/** What a vehicle drove in a month, km. */
export interface AutoplanReport {
  readonly registrationNumber: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly odometerStartKm: number;
  readonly odometerEndKm: number;
  readonly businessKm: number;
  readonly privateKm: number;
  /** The same at every attempt. */
  readonly key: string;
}

export type AutoplanAnswer =
  | { readonly kind: 'registered'; readonly km: number }
  | {
      readonly kind: 'refused';
      readonly problem:
        'window-closed' | 'already-reported' | 'no-registration-number' | 'no-matching-unit' | 'service-car' | 'refused';
    };

/** `no-answer`: it may have been registered all the same. `credentials`: the customer is not known, and nothing was registered. */
export class AutoplanError extends Error {
  override readonly name = 'AutoplanError';
  readonly kind: 'no-answer' | 'credentials';
  constructor(kind: AutoplanError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The service that kilometres are reported to (AUTO-001). Real adapters: HTTP, the demo's own, none. All throw AutoplanError. */
export interface Autoplan {
  readonly isAvailable: boolean;
  /** Whether the service knows the customer; registers nothing. */
  check(customer: AutoplanCustomer): Promise<void>;
  /** The kilometres that are registered of a vehicle and a month; null for none. */
  registered(customer: AutoplanCustomer, of: Pick<AutoplanReport, 'registrationNumber' | 'month'>): Promise<number | null>;
  register(customer: AutoplanCustomer, report: AutoplanReport): Promise<AutoplanAnswer>;
}

/** The outside world. Each port has a real adapter and a recording fake; nothing else is ever faked. */
export interface Ports {
  readonly geocoder: {
    /** The configured provider, guarded by its rate limit; absent when none is configured. */
    readonly provider?: Geocoder;
    /** The nearest place of the built-in table: needs no network and never fails. */
    readonly builtIn: Geocoder;
  };
  readonly mail: Mailer;
  readonly sms: SmsSender;
  readonly push: Pusher;
  readonly autoplan: Autoplan;
  /** Keys in files outside the database. */
  readonly sealKeys: SealKeys;
  readonly sealWitness: SealWitness;
  /** Encrypts what customers entrust to the program, with keys outside the database. */
  readonly secretBox: SecretBox;
  /** Which pages may ask for a passkey. */
  readonly isOwnOrigin: IsOwnOrigin;
  readonly textRecords: TextRecords;
  readonly announce: Announce;
  readonly live: Pick<Live, 'announce'>;
}
