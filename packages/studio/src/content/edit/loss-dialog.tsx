import { mayCreate } from '../../data/write-rights.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import type { DocumentKey } from '../document/document.js';
import type { DocumentSaving } from './saving.js';
import type { Loss } from './writing.js';

interface LossDialogProps {
  readonly docKey: DocumentKey;
  readonly loss: Loss;
  readonly onAnswer: DocumentSaving['restore'];
}

/** Another person deleted the version meanwhile: offers to save the form anew. */
export function LossDialog({ docKey: { type, locale }, loss, onAnswer }: LossDialogProps) {
  const writesVersion = loss.hasOthers || type.single;
  const isAllowed = writesVersion || mayCreate(type);
  const close = () => void onAnswer(false);
  const foot = (
    <>
      <Button onClick={close}>Not now</Button>
      {isAllowed ? (
        <Button variant="primary" onClick={() => void onAnswer(true)}>
          {writesVersion ? 'Save it again' : 'Save as a new document'}
        </Button>
      ) : null}
    </>
  );
  const where = locale !== undefined && loss.hasOthers ? ` in the locale ${locale}` : '';
  return (
    <Dialog title="The document does not exist any more" onClose={close} foot={foot}>
      <p>
        {`Another person deleted it${where}. Your words are still in the form: ${isAllowed ? 'save them, or copy them' : 'copy them'} from there.`}
      </p>
    </Dialog>
  );
}
