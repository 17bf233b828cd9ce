// Copy buttons, the theme switch, and diagrams. What it needs to say stands in data attributes of
// <body>, in the language of the page.
(() => {
  'use strict';
  const words = document.body.dataset;
  const root = document.documentElement;

  for (const block of document.querySelectorAll('main pre')) {
    const code = block.querySelector('code');
    if (!code || code.classList.contains('language-mermaid')) continue;
    const text = code.textContent;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = words.copy;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = words.copied;
      } catch {
        // Pages opened from a disk may not have the clipboard: the selection is the next best.
        getSelection().selectAllChildren(code);
        button.textContent = words.select;
      }
      setTimeout(() => { button.textContent = words.copy; }, 2000);
    });
    block.append(button);
  }

  const isDark = () => root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;

  // Each diagram: where it is drawn, and its source.
  const diagrams = [];
  for (const code of document.querySelectorAll('code.language-mermaid')) {
    diagrams.push({place: code.parentElement, source: code.textContent});
  }

  async function loadMermaid() {
    const packed = document.getElementById('mermaid').textContent;
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.textContent = await new Response(stream).text();
    document.head.append(script);
    return window.mermaid;
  }

  let mermaid = null;
  let drawing = Promise.resolve();
  async function draw() {
    mermaid ??= await loadMermaid();
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark() ? 'dark' : 'default',
      fontFamily: getComputedStyle(document.body).fontFamily,
      maxTextSize: 200000,
      maxEdges: 2000,
    });
    let number = 0;
    for (const diagram of diagrams) {
      try {
        const {svg} = await mermaid.render(`diagram-${number++}`, diagram.source);
        const figure = document.createElement('figure');
        figure.className = 'diagram';
        figure.innerHTML = svg;
        diagram.place.replaceWith(figure);
        diagram.place = figure;
      } catch (error) {
        // The source stays on the page, which says more than an empty box.
        console.error(error);
      }
    }
    document.body.dataset.drawn = String(number);
  }
  const redraw = () => { drawing = drawing.then(draw, draw); };

  const theme = document.getElementById('theme');
  theme.hidden = false;
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    if (diagrams.length > 0) redraw();
  });
  if (diagrams.length > 0) redraw();
})();
