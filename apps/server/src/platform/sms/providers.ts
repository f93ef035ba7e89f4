/** What every provider of text messages is reached by. */
export interface SmsProviderOptions {
  readonly user: string;
  readonly password: string;
  /** Another address than the provider's own, without a slash at the end. */
  readonly url?: string | undefined;
  /** For the whole call. */
  readonly timeoutMs?: number;
}
