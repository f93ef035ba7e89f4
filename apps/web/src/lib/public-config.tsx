import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { showBrand, startBrand, type Brand } from './brand.ts';
import { call } from './call.ts';
import { useSend } from './send-context.tsx';

export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  readonly note: string;
}

/** What the public pages know of the installation. */
export interface PublicConfig {
  readonly brand: Brand;
  /** The demo's mailbox, where codes and links can be opened. */
  readonly mailboxUrl: string | null;
  readonly demoSignIns: readonly DemoSignIn[];
}

const PublicConfigContext = createContext<PublicConfig | null>(null);

/** Asks the server once for all public pages. Until it has answered, or when it does not, the brand of the last visit is shown. */
export function PublicConfigProvider(props: { children: ReactNode }): ReactNode {
  const send = useSend();
  const [config, setConfig] = useState<PublicConfig>(() => ({ brand: startBrand(), mailboxUrl: null, demoSignIns: [] }));
  useEffect(() => {
    const abort = new AbortController();
    call(send, 'accounts.public-config', { query: { subsite: startBrand().subsiteId } }, { signal: abort.signal }).then(
      (answer) =>
        setConfig({
          brand: showBrand(answer.subsite_id),
          mailboxUrl: answer.mailbox_url,
          demoSignIns: answer.demo_sign_ins,
        }),
      () => undefined,
    );
    return () => abort.abort();
  }, [send]);
  return <PublicConfigContext value={config}>{props.children}</PublicConfigContext>;
}

/** Outside the public pages only the brand is known. */
export function usePublicConfig(): PublicConfig {
  const known = use(PublicConfigContext);
  return useMemo(() => known ?? { brand: startBrand(), mailboxUrl: null, demoSignIns: [] }, [known]);
}
