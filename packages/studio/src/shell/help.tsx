import { Dialog } from '../design/dialog.js';
import { shortcutGroups } from '../design/shortcuts.js';

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="stack">
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} className="stack-small">
            <h3>{title}</h3>
            <dl className="shortcuts">
              {shortcuts.map(([keys, meaning]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{keys}</kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
