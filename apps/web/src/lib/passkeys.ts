import type { PasskeyAnswer } from '@spora/contract/auth/proof';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { ApiError } from './api-error.ts';

/** Whether this browser knows passkeys; none does on an address without encryption. */
export const knowsPasskeys = (): boolean =>
  window.isSecureContext && typeof (window as { PublicKeyCredential?: unknown }).PublicKeyCredential === 'function';

/** The person said no, or took too long; there is nothing to tell them that they do not know. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** What the browser has no passkey for, or cannot do, is told as a refusal. */
function asRefusal(error: unknown): never {
  if (error instanceof ApiError || isCancelled(error)) throw error;
  throw new ApiError(422, 'PasskeyRefused', { cause: error });
}

/** Has the person choose a passkey and sign. Throws ApiError, or what `isCancelled` knows. */
export async function askPasskey(options: Record<string, unknown>): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(asRefusal);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}
