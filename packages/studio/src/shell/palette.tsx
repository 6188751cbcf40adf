import { Search } from '../design/icons.js';
import { Dialog } from 'radix-ui';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';

import { apiScreens } from '../api/navigation.js';
import { queryLink } from '../api/query/link.js';
import { maySeeFiles, useDescription } from '../data/description.js';
import { inSentence } from '../data/in-sentence.js';
import { seenListPath } from '../data/seen-lists.js';
import { mayCreate } from '../data/write-rights.js';
import { useOpener } from '../design/opener.js';
import { askToSignOut } from '../session/sign-out.js';
import { applyTheme } from './theme.js';

interface Command {
  /** Unique among the commands of the group. */
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
}

/** Finds types, screens and actions by typing. */
export function Palette({ onClose, onHelp }: { readonly onClose: () => void; readonly onHelp: () => void }) {
  const commands = useCommands(onHelp);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const onCloseAutoFocus = useOpener();
  const found = useMemo(() => foundIn(commands, text), [commands, text]);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const move = (by: number) => setActive((at) => (found.length === 0 ? 0 : (at + by + found.length) % found.length));
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog dialog-top" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
          <Dialog.Title className="sr-only">Search types and actions</Dialog.Title>
          <div className="palette-input">
            <Search aria-hidden />
            <input
              autoFocus
              role="combobox"
              dir="auto"
              aria-expanded="true"
              aria-controls="palette-list"
              aria-activedescendant={found.length > 0 ? `palette-${active}` : undefined}
              aria-label="Search types and actions"
              placeholder="Search types and actions"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setActive(0);
              }}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') move(1);
                else if (event.key === 'ArrowUp') move(-1);
                else if (event.key === 'Enter') run(found[active]);
                else return;
                event.preventDefault();
              }}
            />
          </div>
          <ul className="palette-list" id="palette-list" role="listbox" aria-label="Results">
            {found.map((command, index) => (
              <li
                key={`${command.group} ${command.id}`}
                ref={index === active ? keepInSight : undefined}
                id={`palette-${index}`}
                role="option"
                aria-selected={index === active}
                className="palette-item"
                onPointerMove={() => setActive(index)}
                onClick={() => run(command)}
              >
                <span className="grow truncate">{command.label}</span>
                <span className="muted small">{command.group}</span>
              </li>
            ))}
          </ul>
          {found.length === 0 ? <p className="palette-none muted">Nothing is called that.</p> : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const MAX_FOUND = 50;

/** The commands that contain all words. Commands that begin with the text come first. */
function foundIn(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = commands.filter(({ label, group }) =>
    words.every((word) => `${group} ${label}`.toLowerCase().includes(word)),
  );
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((each) => !begins(each))].slice(0, MAX_FOUND);
}

function keepInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function useCommands(onHelp: () => void): readonly Command[] {
  const description = useDescription();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const types = description.types.filter(({ plugin }) => !plugin);
    const open = types.map(({ name, label }) => ({
      id: name,
      label,
      group: 'Open',
      run: () => navigate(seenListPath(name)),
    }));
    const create = types
      .filter(({ single, actions }) => !single && mayCreate({ actions }))
      .map(({ name, label }) => ({
        id: name,
        label: `New ${inSentence(label)}`,
        group: 'Create',
        run: () => navigate(`/content/${name}/new`),
      }));
    const screens = apiScreens.map(({ path, label }) => ({ id: path, label, group: 'API', run: () => navigate(path) }));
    const queries = (apiScreens.length === 0 ? [] : types).map(({ name, label, path }) => ({
      id: name,
      label: `Query ${inSentence(label)}`,
      group: 'API',
      run: () => navigate(queryLink(`${description.api.prefix}/${path}`, '')),
    }));
    const library = { label: 'Media library', group: 'Open', run: () => navigate('/media') };
    const others = [
      ...(maySeeFiles(description) ? [library] : []),
      { label: 'Light theme', group: 'Theme', run: () => applyTheme('light') },
      { label: 'Dark theme', group: 'Theme', run: () => applyTheme('dark') },
      { label: 'Theme of the system', group: 'Theme', run: () => applyTheme('system') },
      { label: 'Keyboard shortcuts', group: 'Help', run: onHelp },
      { label: 'Sign out', group: 'Session', run: () => void askToSignOut() },
    ].map((command) => ({ ...command, id: command.label }));
    return [...open, ...create, ...screens, ...others, ...queries];
  }, [description, navigate, onHelp]);
}
