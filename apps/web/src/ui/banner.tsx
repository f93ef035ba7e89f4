import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './banner.module.css';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';

export type BannerTone = 'information' | 'success' | 'warning' | 'danger';
const ICONS: Record<BannerTone, IconName> = { information: 'information', success: 'check', warning: 'alert', danger: 'alert' };

/** A notice in its place. Dangers interrupt a screen reader, the rest waits. */
export function Banner(props: {
  tone: BannerTone;
  children: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  closeLabel?: string;
  isFlush?: boolean;
}): ReactNode {
  return (
    <div
      className={cx(styles['banner'], styles[props.tone], props.isFlush && styles['flush'])}
      role={props.tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[props.tone]} size={18} className={styles['icon']} />
      <div className={styles['text']}>{props.children}</div>
      {props.action && <div className={styles['actions']}>{props.action}</div>}
      {props.onClose && <IconButton icon="close" isSmall label={props.closeLabel ?? ''} onClick={props.onClose} />}
    </div>
  );
}
