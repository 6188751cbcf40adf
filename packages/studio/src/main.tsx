import './setup.js';
// Every tab must answer the other tabs with its name, whatever screen the tab shows.
import './session/tab.js';
import './design/tokens.css';
import './design/base.css';
import './design/controls.css';
import './design/layers.css';
import './shell/shell.css';

import { createRoot } from 'react-dom/client';

import { App } from './app.js';
import { applyTheme, storedTheme } from './shell/theme.js';

applyTheme(storedTheme());
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
