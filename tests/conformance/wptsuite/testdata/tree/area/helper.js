const helper = 'data\n';
