// The diff: files that were viewed are folded and remembered in this browser, and the list of files
// can be filtered.
'use strict';
(() => {
  const storageKey = 'allreview.viewed';
  const maxRemembered = 2000;

  // Keys of viewed changes, the latest last. A browser may refuse to keep anything.
  function load() {
    try {
      const keys = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
      return new Set(Array.isArray(keys) ? keys : []);
    } catch {
      return new Set();
    }
  }
  function save(viewed) {
    try {
      localStorage.setItem(storageKey, JSON.stringify([...viewed].slice(-maxRemembered)));
    } catch {
      // Then it is for this page alone.
    }
  }

  const files = [...document.querySelectorAll('.file[data-key]')];
  const viewed = load();
  const count = document.createElement('p');
  count.className = 'faint';
  count.setAttribute('role', 'status');
  function showCount() {
    const done = files.filter((file) => viewed.has(file.dataset.key)).length;
    count.textContent = `${done} of ${files.length} viewed`;
  }
  for (const file of files) {
    const details = file.querySelector('details');
    const link = document.querySelector(`.paths a[href="#${file.id}"]`);
    const box = Object.assign(document.createElement('input'), {type: 'checkbox', checked: viewed.has(file.dataset.key)});
    const label = document.createElement('label');
    label.className = 'viewed';
    label.append(box, ' Viewed', Object.assign(document.createElement('span'), {
      className: 'unseen', textContent: ` ${file.querySelector('h2').textContent}`,
    }));
    const show = () => {
      details.open = !box.checked;
      link?.classList.toggle('done', box.checked);
    };
    box.addEventListener('change', () => {
      viewed.delete(file.dataset.key);
      if (box.checked) viewed.add(file.dataset.key);
      save(viewed);
      show();
      showCount();
    });
    show();
    file.prepend(label);
  }

  const list = document.querySelector('.paths');
  if (list && files.length > 0) {
    const filter = Object.assign(document.createElement('input'), {type: 'search', placeholder: 'Filter files'});
    filter.setAttribute('aria-label', 'Filter files');
    filter.addEventListener('input', () => {
      const wanted = filter.value.toLowerCase();
      let folder;
      let folderName = '';
      for (const item of list.children) {
        if (item.className === 'folder') {
          folder = item;
          folderName = item.textContent;
          folder.hidden = wanted !== '';
          continue;
        }
        const name = folderName + item.querySelector('a').textContent;
        item.hidden = !name.toLowerCase().includes(wanted);
        if (folder && !item.hidden) folder.hidden = false;
      }
    });
    list.before(count, filter);
    showCount();
  }

  // A place inside of a folded file.
  function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let it = target; it; it = it.parentElement) if (it.localName === 'details') it.open = true;
    target?.scrollIntoView();
  }
  addEventListener('hashchange', openTarget);
  if (location.hash) openTarget();
})();
