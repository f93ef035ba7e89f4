import type { MessageKey } from '@spora/messages/keys';

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429;

/** The status a key is answered with unless its thrower says otherwise. */
const STATUS: Partial<Record<MessageKey, RefusalStatus>> = {
  InvalidLogin: 401,
  TooManyAttempts: 429,
  TooManyRequests: 429,
  Unauthenticated: 401,
  Forbidden: 403,
  NotFound: 404,
  UnitNotFound: 404,
  PictureNotFound: 404,
  ReportNotFound: 404,
  ShareNotFound: 404,
  ShareOver: 404,
  TokenNotFound: 404,
  WebhookNotFound: 404,
  TripNotFound: 404,
  ReceiverNotFound: 404,
  ScheduleNotFound: 404,
  PlaceNotFound: 404,
  TollPassageNotFound: 404,
  ZoneNotFound: 404,
  ZoneRadiusTooSmall: 422,
  UserNotFound: 404,
  NoRouteCoordinates: 404,
  HistoryMaxDays: 422,
  RouteMaxDays: 422,
  PeriodMaxMonths: 422,
  InvalidUserSubsite: 403,
  InvalidSiteAccess: 403,
  InvalidMember: 403,
  SignInByOrganisation: 403,
  SignOnUnknown: 404,
  SignOnOver: 422,
  SignOnDeclined: 403,
  SignOnRefused: 403,
  SignOnUnverified: 403,
  SignOnNoMember: 403,
  SignOnLinkedToAnother: 403,
  SignOnDomainNotFound: 404,
  InvalidEmail2FA: 422,
  CodeTooSoon: 429,
  TooManyCodes: 429,
  TooManyCodeAttempts: 429,
  InvalidCode: 422,
  ExpiredCode: 422,
};

/** A refusal: the request is over, and the key says why. `params.count` fills `{count}` of the text. */
export class AppError extends Error {
  readonly key: MessageKey;
  readonly status: RefusalStatus;
  readonly params: { readonly count: number } | undefined;
  /** Seconds after which it is worth trying again; of a refusal with status 429. */
  readonly retryAfterS: number | undefined;

  constructor(
    key: MessageKey,
    options: { status?: RefusalStatus; params?: { count: number }; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(key, { cause: options.cause });
    this.name = 'AppError';
    this.key = key;
    this.status = options.status ?? STATUS[key] ?? 409;
    this.params = options.params;
    this.retryAfterS = options.retryAfterS;
  }
}
