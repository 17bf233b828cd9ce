// Draws diagrams for the page that holds this frame; see diagrams.js.
'use strict';
(() => {
  let number = 0;
  let last = Promise.resolve();

  async function draw({index, text, theme}) {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme,
      fontFamily: 'system-ui, sans-serif',
      maxTextSize: 200000,
      maxEdges: 2000,
      // Diagrams may not change their looks: that would be CSS of the author.
      secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'theme', 'themeCSS',
        'themeVariables', 'fontFamily', 'altFontFamily', 'htmlLabels', 'dompurifyConfig'],
    });
    try {
      const {svg} = await mermaid.render(`diagram-${number++}`, text);
      // An image is XML, which HTML is not: parse it, and write it down as XML.
      const holder = document.createElement('template');
      holder.innerHTML = svg;
      const root = holder.content.querySelector('svg');
      const [, , width, height] = root.getAttribute('viewBox').split(/[ ,]+/).map(Number);
      root.setAttribute('width', width);
      root.setAttribute('height', height);
      root.style.removeProperty('max-width');
      parent.postMessage({index, svg: new XMLSerializer().serializeToString(root), width, height}, '*');
    } catch (error) {
      parent.postMessage({index, error: String(error)}, '*');
    }
  }

  addEventListener('message', (event) => {
    if (event.source !== parent) return;
    // One after the other: Mermaid has one configuration.
    last = last.then(() => draw(event.data));
  });
  parent.postMessage('ready', '*');
})();
