import type { ReactNode } from 'react';
import type { ADDRESSES } from '../lib/addresses.ts';
import { PageLink } from '../lib/page-link.tsx';
import { Button, buttonClass, type ButtonLook } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useLookOnly } from './look-only.tsx';

/** A link in the look of a button to a page that is a form. Off, and says why, where people may only look. */
export function FormLink(props: {
  to: (typeof ADDRESSES)['addUnit' | 'newGeofence' | 'newPlace'];
  search?: Readonly<Record<string, string>>;
  look?: ButtonLook;
  isSmall?: boolean;
  icon?: IconName;
  /** Its name, where what stands on it is short. */
  label?: string;
  children: ReactNode;
}): ReactNode {
  const { to, search, look = 'plain', isSmall = false, icon, label, children } = props;
  if (useLookOnly() !== null)
    return (
      <Button isWrite look={look} isSmall={isSmall} {...(icon && { icon })} aria-label={label}>
        {children}
      </Button>
    );
  return (
    <PageLink to={to} {...(search && { search })} className={buttonClass({ look, isSmall })} aria-label={label}>
      {icon && <Icon name={icon} size={isSmall ? 16 : 18} />}
      {children}
    </PageLink>
  );
}
