import type { PasskeyCreation } from '@spora/contract/second-factor/endpoints';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { ApiError } from './api-error.ts';
import { isCancelled } from './passkeys.ts';

/** Has the person make a passkey, by what the server said of it. Throws ApiError, or what `isCancelled` knows. */
export async function makePasskey(options: Record<string, unknown>): Promise<PasskeyCreation> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(asRefusal);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

function asRefusal(error: unknown): never {
  if (isCancelled(error)) throw error;
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  throw new ApiError(422, isKnown ? 'PasskeyKnown' : 'PasskeyRefused', { cause: error });
}
