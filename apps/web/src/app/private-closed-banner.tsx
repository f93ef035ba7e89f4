import type { ReactNode } from 'react';
import { ADDRESSES } from '../lib/addresses.ts';
import { useT } from '../lib/i18n.tsx';
import { navigateTo } from '../lib/navigate.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** Decisions 0039 and 0040: says why one's own private trips are not shown, and where to agree, unless that is here. */
export function PrivateClosedBanner(props: { isAtProfile: boolean }): ReactNode {
  const t = useT();
  return (
    <Banner
      tone="warning"
      isFlush
      action={
        props.isAtProfile ? null : (
          <Button isSmall onClick={() => navigateTo(ADDRESSES.profile)}>
            {t('PrivateClosedGo')}
          </Button>
        )
      }
    >
      {t('PrivateClosedBanner')}
    </Banner>
  );
}
