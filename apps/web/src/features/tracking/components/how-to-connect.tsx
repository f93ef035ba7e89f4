import type { ReactNode } from 'react';
import { connectPhone } from '../../../lib/add-phone.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { ShownUnit } from '../model.ts';

interface Props {
  readonly unit: Pick<ShownUnit, 'imei' | 'name' | 'kind' | 'no_position_reason'>;
  readonly className: string | undefined;
}

/** ADM-029: of a unit that never connected, for administrators: a phone's code, or how its tracker is pointed here. */
export function HowToConnect({ unit, className }: Props): ReactNode {
  const t = useT();
  const { imei, name } = unit;
  if (!useUser().IsAdmin || imei === null || unit.no_position_reason !== 'never-connected') return null;
  return (
    <div className={className}>
      {unit.kind === 'phone' ? (
        <Button isSmall look="primary" icon="phone" onClick={() => connectPhone({ imei, name })}>
          {t('ConnectPhone')}
        </Button>
      ) : (
        <PageLink to={ADDRESSES.editUnit} search={{ imei, tab: 'connection' }} className={buttonClass({ isSmall: true })}>
          {t('HowToConnect')}
        </PageLink>
      )}
    </div>
  );
}
