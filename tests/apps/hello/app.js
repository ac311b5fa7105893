const list = document.getElementById('list');
const count = document.getElementById('count');
function add(text) {
  const li = document.createElement('li');
  li.textContent = text;
  list.append(li);
  count.textContent = list.children.length;
}
document.getElementById('who').textContent = 'browser engine';
['parse', 'style', 'layout', 'paint', 'raster', 'script'].forEach(add);
document.getElementById('more').addEventListener('click', () => add(`item ${list.children.length + 1}`));
