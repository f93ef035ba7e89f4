import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import styles from './overlay.module.css';

/** A mark that explains itself when pressed: the same for mouse, finger and keyboard (NFR-003). */
export function Hint(props: {
  label: string;
  text: string;
  /** Where there is more about it. */
  link?: ReactNode;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <DialogTrigger>
      <Button className={props.className ?? ''} aria-label={props.label}>
        {props.children}
      </Button>
      <Popover className={styles['popover'] ?? ''} placement="bottom start" offset={6}>
        <Dialog className={styles['hint'] ?? ''} aria-label={props.label}>
          {props.text}
          {props.link && <> {props.link}</>}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
