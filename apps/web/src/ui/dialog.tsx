import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { InDialog } from './look-only.tsx';
import styles from './overlay.module.css';

interface DialogProps {
  title: string;
  closeLabel: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog: focus is kept inside, Escape closes, focus returns to the opener. `mustAnswer`: only a button inside leads on, neither
 * Escape nor the cross nor a tap beside it.
 */
export function Dialog(props: DialogProps & { mustAnswer?: boolean }): ReactNode {
  const { mustAnswer = false } = props;
  return (
    <ModalOverlay
      className={styles['scrim'] ?? ''}
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      isDismissable={!mustAnswer}
      isKeyboardDismissDisabled={mustAnswer}
    >
      <Modal className={styles['dialog'] ?? ''}>
        <AriaDialog>
          <DialogTop {...props} hasCross={!mustAnswer} />
          <div className={styles['body']}>
            <InDialog value>{props.children}</InDialog>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * A modal panel from the side; `start` is where the side menu lives, `bottom` is as high as what it holds. `isWhole`: it takes the room beside
 * the menu, as a calendar does.
 */
export function Sheet(
  props: DialogProps & { side?: 'start' | 'end' | 'bottom'; isBare?: boolean; isWide?: boolean; isWhole?: boolean },
): ReactNode {
  return (
    <ModalOverlay
      className={cx(
        styles['scrim'],
        styles['sheetScrim'],
        props.side === 'start' && styles['start'],
        props.side === 'bottom' && styles['bottom'],
      )}
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      isDismissable
    >
      <Modal className={cx(styles['sheet'], props.isWide && styles['wide'], props.isWhole && styles['whole'])}>
        <AriaDialog aria-label={props.isBare ? props.title : undefined}>
          {!props.isBare && <DialogTop {...props} hasCross />}
          {props.isBare ? props.children : <div className={styles['body']}>{props.children}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function DialogTop(props: Pick<DialogProps, 'title' | 'closeLabel' | 'onClose'> & { hasCross: boolean }): ReactNode {
  return (
    <div className={styles['top']}>
      <Heading slot="title" level={2} className={styles['title']}>
        {props.title}
      </Heading>
      {props.hasCross && <IconButton icon="close" label={props.closeLabel} onClick={props.onClose} />}
    </div>
  );
}
