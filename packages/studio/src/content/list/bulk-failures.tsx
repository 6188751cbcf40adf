import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import type { BulkAction, BulkResult } from './bulk-run.js';

const TITLES: Readonly<Record<BulkAction, string>> = {
  publish: 'not published',
  unpublish: 'not unpublished',
  delete: 'not deleted',
};

interface BulkFailuresProps extends BulkResult {
  readonly action: BulkAction;
  readonly onClose: () => void;
}

/** The documents that the server refused to change, each with its reason. */
export function BulkFailures({ action, done, failed, left, onClose }: BulkFailuresProps) {
  const total = done.length + failed.length + left.length;
  const foot = (
    <Button variant="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title={`${failed.length} of ${total} documents ${TITLES[action]}`} wide onClose={onClose} foot={foot}>
      <p className="muted">
        {done.length === 0 ? 'Nothing has changed.' : `The action worked for ${done.length}.`} These documents stay
        chosen{left.length === 0 ? '' : `, with ${left.length} that were not tried`}.
      </p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {failed.map(({ document, reason }) => (
            <tr key={document.id}>
              <td>{document.label}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
