// Keys that move through a page: / filter, j k files, n p findings, ? help. Everything can be
// reached by links as well.
'use strict';
(() => {
  const keys = {
    '/': 'Filter',
    'n': 'Next finding',
    'p': 'Previous finding',
    'j': 'Next file',
    'k': 'Previous file',
    '?': 'This list',
  };
  const places = {files: '.files > .file[id]', findings: '.files article.finding'};

  // The next one below the top of the window, or the last above it.
  function go(selector, step) {
    const all = [...document.querySelectorAll(selector)];
    const tops = all.map((it) => it.getBoundingClientRect().top);
    const focused = all.indexOf(document.activeElement);
    let index = focused >= 0 ? focused + step : tops.findIndex((top) => top > 12);
    if (focused < 0 && step < 0) index = tops.filter((top) => top < -12).length - 1;
    const target = all[index];
    if (!target) return;
    for (let it = target; it; it = it.parentElement) if (it.localName === 'details') it.open = true;
    target.tabIndex = -1;
    target.focus({preventScroll: true});
    target.scrollIntoView({block: 'start'});
  }

  function help() {
    let dialog = document.querySelector('dialog.keys');
    if (!dialog) {
      dialog = document.createElement('dialog');
      dialog.className = 'keys';
      dialog.setAttribute('aria-label', 'Keys');
      const list = document.createElement('dl');
      for (const [key, name] of Object.entries(keys)) {
        const term = document.createElement('dt');
        term.append(Object.assign(document.createElement('kbd'), {textContent: key}));
        list.append(term, Object.assign(document.createElement('dd'), {textContent: name}));
      }
      const form = document.createElement('form');
      form.method = 'dialog';
      form.append(Object.assign(document.createElement('button'), {textContent: 'Close'}));
      dialog.append(Object.assign(document.createElement('h2'), {textContent: 'Keys'}), list, form);
      document.body.append(dialog);
    }
    dialog.showModal();
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target.closest('input, select, textarea, [contenteditable]')) return;
    const filter = document.querySelector('.tree input[type=search], form[role=search] input');
    const actions = {
      '/': filter && (() => filter.focus()),
      'n': () => go(places.findings, 1),
      'p': () => go(places.findings, -1),
      'j': () => go(places.files, 1),
      'k': () => go(places.files, -1),
      '?': help,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
