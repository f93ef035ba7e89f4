import type { CallData } from '@spora/contract/endpoint';
import type { mapConfig, MapProvider, publicConfig } from '@spora/contract/accounts';
import type { RequestFacts } from '../../platform/request-facts.ts';
import type { DemoSignIn } from '../../platform/role.ts';
import { hasSecureContext, type MapOptions, mapProvidersOf } from './rules.ts';

export interface InstallationOptions {
  /** Empty outside the demo. */
  readonly demoSignIns: readonly DemoSignIn[];
  readonly map: MapOptions;
}

/** Demo sign-ins are told to this machine only, never through a proxy. */
export function readPublicConfig(options: InstallationOptions, facts: RequestFacts): CallData<typeof publicConfig> {
  return {
    subsite_id: 0,
    mailbox_url: null,
    demo_sign_ins: facts.isLoopback ? [...options.demoSignIns] : [],
    secure_context_needed: !hasSecureContext(facts.protocol, facts.hostname),
  };
}

export const readMapConfig = (options: InstallationOptions): CallData<typeof mapConfig> => ({
  providers: mapProvidersOf(options.map) satisfies MapProvider[],
});
