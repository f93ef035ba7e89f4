import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { buttonClass, type ButtonLook } from '../ui/button.tsx';
import { homeOf } from './home.ts';

/** The way on from a page that has nothing to show: to the map, or to the trip log for whom there is no map. */
export function HomeLink(props: { look?: ButtonLook }): ReactNode {
  const t = useT();
  const user = useUser();
  return (
    <Link to={homeOf(user)} className={buttonClass({ look: props.look ?? 'primary' })}>
      {user.RealTimeMap ? t('ToMap') : t('ToTripLog')}
    </Link>
  );
}
